import type { Db } from '../platform/db/db.ts';
import type { Caller } from '../platform/http/caller.ts';
import { type LeastInSpace, spaceFor } from './spaces.ts';

interface OfSpace {
  db: Db;
  caller: Caller;
  params: { spaceId: string };
}

/** Who has at least this part in the group of the path. */
export const inSpace =
  (least: LeastInSpace) =>
  ({ db, caller, params }: OfSpace) =>
    spaceFor(db, caller, { spaceId: params.spaceId, least });
