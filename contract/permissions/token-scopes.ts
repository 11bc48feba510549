/**
 * Parts of the rights of an account, to which its personal tokens and the tokens of a group are limited. A scope only
 * narrows these rights (docs/decisions/0200).
 */
export const tokenScopes = {
  all: 'everything that its owner may do',
  read: 'reading everything, except access links and invitations, which let people in',
  rooms: 'rooms, automatic webinars, access links, and the people in calls',
  reports: 'past calls and sessions: attendance, chat and polls',
  recordings: 'recordings, transcripts and uploaded videos',
  webhooks: 'webhooks and the log of their deliveries',
} as const;

export type TokenScope = keyof typeof tokenScopes;

export const tokenScopeNames = Object.keys(tokenScopes) as TokenScope[];
