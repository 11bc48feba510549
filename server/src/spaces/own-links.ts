import type { Db } from '../platform/db/db.ts';
import type { Effects } from '../platform/effects.ts';
import { refuseField } from '../platform/errors.ts';
import { accountOf, type Caller } from '../platform/http/access/caller.ts';

/** Selects the access links that an account created: everywhere, in the rooms of a group, or in one room. */
export interface Created {
  userId: string;
  spaceId?: string;
  roomId?: string;
}

/** Groups and rooms call it when an account loses a role; access links, a feature above them, implement it. */
export interface OwnLinks {
  /** Counts the valid links that an account created. */
  count: (db: Db, created: Created) => Promise<number>;
  /** Runs in the transaction that removes the role. @returns the ids of the revoked links */
  revoke: (trx: Db, created: Created) => Promise<string[]>;
  /** After the commit: these links were revoked. */
  onRevoked: Effects<string[]>;
}

/** @returns whether the links stay valid @throws Refusal 422 for an account that would keep its own */
export function mayKeepLinks(
  caller: Caller,
  userId: string,
  { keepsAccessLinks = false }: { keepsAccessLinks?: boolean | undefined },
): boolean {
  if (keepsAccessLinks && accountOf(caller) === userId) {
    refuseField('keepsAccessLinks', 'must not be true for your own account');
  }
  return keepsAccessLinks;
}
