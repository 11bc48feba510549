import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { accountOf, type Caller } from '../../platform/http/access/caller.ts';
import { familyOf } from './families.store.ts';
import { type FamilyRow, type PersonalTokenRow, personalTokenOf } from './store.ts';

interface OfToken {
  db: Db;
  caller: Caller;
  params: { tokenId: string };
}

/** Finds the caller's own token; a token of another account is 404. */
export async function ownTokenInPath({ db, caller, params }: OfToken): Promise<PersonalTokenRow> {
  const userId = accountOf(caller);
  const found = userId && (await personalTokenOf(db, userId, params.tokenId));
  if (!found) throw new Refusal('not_found');
  return found;
}

interface OfSession {
  db: Db;
  caller: Caller;
  params: { sessionId: string };
}

/** Finds the caller's own sign-in; one of another account or one that ended is 404. */
export async function ownFamilyInPath({ db, caller, params }: OfSession): Promise<FamilyRow> {
  const userId = accountOf(caller);
  const found = userId && (await familyOf(db, userId, { familyId: params.sessionId, time: now() }));
  if (!found) throw new Refusal('not_found');
  return found;
}
