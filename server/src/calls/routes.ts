import type { Db } from '../platform/db/db.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller } from '../platform/http/caller.ts';
import { anybodyKnown } from '../platform/http/caller.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { type RoomAccess, roomFor } from '../rooms/rooms.ts';
import { countsOf } from './counts.store.ts';
import { finishActiveCall } from './finish.ts';
import type { CallParts } from './parts.ts';
import { presentCall } from './present.ts';
import { activeCallOf } from './store.ts';

interface OfRoom {
  db: Db;
  caller: Caller;
  params: { spaceId: string; roomId: string };
}

async function leader({ db, caller, params }: OfRoom): Promise<RoomAccess> {
  const access = await roomFor(db, caller, { ...params, least: 'moderate' });
  // An opened link is not in the call yet: its power begins with the participant's own session.
  if (caller.kind === 'link') throw new Refusal('forbidden');
  return access;
}

export const callEndpoints = (parts: CallParts): Endpoint[] => [
  endpoint('getActiveCall', {
    callers: anybodyKnown,
    access: leader,
    handle: async ({ db, access }) => {
      const call = await activeCallOf(db, access.room.id);
      if (!call) throw new Refusal('call_not_active');
      return presentCall(call, await countsOf(db, call.id));
    },
  }),
  endpoint('finishActiveCall', {
    callers: anybodyKnown,
    access: leader,
    handle: async ({ db, access }) => {
      const call = await finishActiveCall(parts, access.room.id, db);
      return presentCall(call, await countsOf(db, call.id));
    },
  }),
];
