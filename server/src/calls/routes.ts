import { Refusal } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { roomInPath } from '../rooms/rooms.ts';
import { countsOf } from './counts.store.ts';
import { finishActiveCall } from './finish.ts';
import type { CallParts } from './parts.ts';
import { presentCall } from './present.ts';
import { activeCallOf } from './store.ts';

export const callEndpoints = (parts: CallParts): Endpoint[] => [
  endpoint('getActiveCall', {
    access: roomInPath,
    handle: async ({ db, access }) => {
      const call = await activeCallOf(db, access.room.id);
      if (!call) throw new Refusal('call_not_active');
      return presentCall(call, await countsOf(db, call.id));
    },
  }),
  endpoint('finishActiveCall', {
    access: roomInPath,
    handle: async ({ db, access }) => {
      const call = await finishActiveCall(parts, access.room.id, db);
      return presentCall(call, await countsOf(db, call.id));
    },
  }),
];
