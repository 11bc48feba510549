import type { Db } from '../platform/db/db.ts';
import { refuseField } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import { accountOf } from '../users/users.ts';

/** Whose access links, and where: everywhere, in the rooms of a group, or in one room. */
export interface Created {
  userId: string;
  spaceId?: string;
  roomId?: string;
}

/** What groups and rooms ask of access links, a feature above them, when somebody loses a part. */
export interface OwnLinks {
  /** How many valid ones somebody created. */
  count: (db: Db, created: Created) => Promise<number>;
  /** In the transaction that takes the part away. @returns the ids of the links that it revoked */
  revoke: (trx: Db, created: Created) => Promise<string[]>;
  /** After that transaction: whoever entered by these links is removed. */
  onRevoked: (db: Db, linkIds: string[]) => Promise<void>;
}

/** Do their links stay? @throws Refusal 422 for somebody who wants to keep their own */
export function mayKeepLinks(
  caller: Caller,
  userId: string,
  { keepsAccessLinks = false }: { keepsAccessLinks?: boolean | undefined },
): boolean {
  if (keepsAccessLinks && accountOf(caller) === userId) {
    refuseField('keepsAccessLinks', 'must not be true for oneself: somebody else decides which links stay');
  }
  return keepsAccessLinks;
}
