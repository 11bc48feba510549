/** The prefix of a token shows its kind, to us and to anybody who finds one in a log. */
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
