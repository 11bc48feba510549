import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { roomById, roomInPath } from '../../rooms/rooms.ts';
import { ledParticipantOf, ownParticipantOfAnyKind } from '../access.ts';
import { presentParticipant } from '../present.ts';
import { decideAdmission, decideAllAdmissions, refreshWaiting, type WaitingListeners } from './waiting.ts';

/** Endpoints of the waiting room: for the page of a participant who waits, and for moderators who decide. */
export const waitingEndpoints = (listeners: WaitingListeners): Endpoint[] => [
  endpoint('getParticipant', {
    access: ownParticipantOfAnyKind,
    handle: async ({ db, access: own }) => {
      const room = (await roomById(db, own.roomId)) ?? refuse('not_found');
      return presentParticipant(await refreshWaiting(db, listeners, own), room);
    },
  }),
  decision('admitParticipant', 'admitted', listeners),
  decision('refuseParticipant', 'refused', listeners),
  decisionOnAll('admitEverybody', 'admitted', listeners),
  decisionOnAll('refuseEverybody', 'refused', listeners),
];

const decision = (
  operation: 'admitParticipant' | 'refuseParticipant',
  decided: 'admitted' | 'refused',
  listeners: WaitingListeners,
): Endpoint =>
  endpoint(operation, {
    access: ledParticipantOf,
    handle: async ({ db, access: { participant, room } }) =>
      presentParticipant(
        await decideAdmission(db, listeners, { id: participant.id, decision: decided }),
        room,
      ),
  });

const decisionOnAll = (
  operation: 'admitEverybody' | 'refuseEverybody',
  decision: 'admitted' | 'refused',
  listeners: WaitingListeners,
): Endpoint =>
  endpoint(operation, {
    access: roomInPath,
    handle: async ({ db, access: { room } }) => {
      const items = await decideAllAdmissions(db, listeners, { roomId: room.id, decision });
      return { items: items.map((person) => presentParticipant(person, room)), total: items.length };
    },
  });
