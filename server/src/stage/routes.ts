import { partakerOf } from '../participants/participants.ts';
import { accountOf } from '../platform/http/access/caller.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { roomInPath } from '../rooms/rooms.ts';
import type { StageParts } from './parts.ts';
import { stageOf } from './present.ts';
import { putOnStage } from './put.ts';

export const stageEndpoints = (parts: StageParts): Endpoint[] => [
  endpoint('getStage', {
    access: partakerOf,
    handle: ({ db, params: { roomId } }) => stageOf(db, roomId),
  }),
  endpoint('updateStage', {
    access: roomInPath,
    handle: ({ db, caller, body, access: { room } }) => {
      const participantId = caller.kind === 'participant' ? caller.participantId : null;
      const by = { userId: accountOf(caller) ?? null, participantId };
      return putOnStage(parts, db, { roomId: room.id, by, body });
    },
  }),
];
