import type { Answer, Body } from '../../../../../contract/routes.ts';

export type Token = Answer<'listPersonalTokens'>['items'][number] & {
  /** The account that made a token of a group; null: the account was deleted, or the operator made it. */
  createdBy?: { name: string } | null;
};

/** The tokens of an account or of a group, and the texts that say whose they are. */
export type TokenSource = {
  key: string[];
  load: () => Promise<{ items: Token[] }>;
  create: (body: Body<'createPersonalToken'>) => Promise<{ name: string; token: string }>;
  remove: (id: string) => Promise<unknown>;
  texts: { about: string; empty: string; emptyText: string; list: string; allText: string };
};
