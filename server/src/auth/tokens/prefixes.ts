/** The first letters of a token tell its kind, to us and to whoever finds one in a log. */
export const prefixes = {
  client: 'lcl_',
  user: 'lus_',
  browser: 'lbr_',
  personal: 'lpt_',
  refresh: 'lrt_',
  link: 'lls_',
  participant: 'lps_',
  chat: 'lch_',
  application: 'lam_',
} as const;
