import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { roomById, roomInPath } from '../../rooms/rooms.ts';
import { ledParticipantOf, ownParticipantOf } from '../access.ts';
import { presentParticipant } from '../present.ts';
import { decideAdmission, decideAllAdmissions, refreshWaiting, type WaitingEffects } from './waiting.ts';

/** Endpoints of the waiting room: for the page of a participant who waits, and for moderators who decide. */
export const waitingEndpoints = (effects: WaitingEffects): Endpoint[] => [
  endpoint('getParticipant', {
    access: (of) => ownParticipantOf(of, 'any'),
    handle: async ({ db, access: own }) => {
      const room = (await roomById(db, own.roomId)) ?? refuse('not_found');
      return presentParticipant(await refreshWaiting(db, effects, own), room);
    },
  }),
  decision('admitParticipant', 'admitted', effects),
  decision('refuseParticipant', 'refused', effects),
  decisionOnAll('admitEverybody', 'admitted', effects),
  decisionOnAll('refuseEverybody', 'refused', effects),
];

const decision = (
  operation: 'admitParticipant' | 'refuseParticipant',
  decided: 'admitted' | 'refused',
  effects: WaitingEffects,
): Endpoint =>
  endpoint(operation, {
    access: ledParticipantOf,
    handle: async ({ db, access: { participant, room } }) =>
      presentParticipant(await decideAdmission(db, effects, { id: participant.id, decision: decided }), room),
  });

const decisionOnAll = (
  operation: 'admitEverybody' | 'refuseEverybody',
  decision: 'admitted' | 'refused',
  effects: WaitingEffects,
): Endpoint =>
  endpoint(operation, {
    access: roomInPath,
    handle: async ({ db, access: { room } }) => {
      const items = await decideAllAdmissions(db, effects, { roomId: room.id, decision });
      return { items: items.map((person) => presentParticipant(person, room)), total: items.length };
    },
  });
