/** The prefix of a token shows its kind, to us and to anybody who finds one in a log. */
export const prefixes = {
  client: 'lcl_',
  user: 'lus_',
  browser: 'lbr_',
  personal: 'lpt_',
  /** A personal token with scopes or an end. A node of an older version does not accept it (docs/decisions/0200). */
  limited: 'lpl_',
  /** A group's own token. */
  group: 'lgt_',
  refresh: 'lrt_',
  link: 'lls_',
  participant: 'lps_',
  chat: 'lch_',
  application: 'lam_',
} as const;
