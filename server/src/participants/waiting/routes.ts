import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { roomById, roomOf } from '../../rooms/rooms.ts';
import { ledOf, ownOf } from '../access.ts';
import { presentParticipant } from '../present.ts';
import { admitAll, decideOn, hearFrom, type WaitingListeners } from './waiting.ts';

/** The room before the call: who waits asks for themselves, who leads the call decides. */
export const waitingEndpoints = (listeners: WaitingListeners): Endpoint[] => [
  endpoint('getParticipant', {
    access: ownOf,
    handle: async ({ db, access: own }) => {
      const room = (await roomById(db, own.roomId)) ?? refuse('not_found');
      return presentParticipant(await hearFrom(db, listeners, own), room);
    },
  }),
  decision('admitParticipant', 'admitted', listeners),
  decision('refuseParticipant', 'refused', listeners),
  endpoint('admitEverybody', {
    access: roomOf,
    handle: async ({ db, access: { room } }) => {
      const items = await admitAll(db, listeners, room.id);
      return { items: items.map((person) => presentParticipant(person, room)), total: items.length };
    },
  }),
];

const decision = (
  operation: 'admitParticipant' | 'refuseParticipant',
  decided: 'admitted' | 'refused',
  listeners: WaitingListeners,
): Endpoint =>
  endpoint(operation, {
    access: ledOf,
    handle: async ({ db, access: { participant, room } }) =>
      presentParticipant(await decideOn(db, listeners, { id: participant.id, decision: decided }), room),
  });
