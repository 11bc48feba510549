import type { Answer } from '../../../contract/routes.ts';
import { timestamp } from '../platform/clock.ts';
import type { Room } from '../rooms/rooms.ts';
import type { Participant } from './participant.ts';
import { maySendAnything, rightsOf } from './roles/rights.ts';

export type ParticipantStatus = Answer<'joinRoom'>['status'];

/** The event that tells a person who waits about their admission. */
export interface Admission {
  participantId: string;
  roomId: string;
  status: ParticipantStatus;
}

export const admissionOf = (participant: Participant): Admission => ({
  participantId: participant.id,
  roomId: participant.roomId,
  status: statusOf(participant),
});

export const statusOf = ({ removedAt, admission }: Participant): ParticipantStatus =>
  removedAt ? 'removed' : admission;

export const presentParticipant = (
  participant: Participant,
  room: Pick<Room, 'type' | 'flags'>,
): Answer<'joinRoom'> => {
  const status = statusOf(participant);
  return {
    id: participant.id,
    roomId: participant.roomId,
    name: participant.name,
    role: participant.role,
    status,
    isSpeakingAllowed: status === 'admitted' && maySendAnything(rightsOf(participant, room)),
    isPresent: status === 'admitted' && participant.isPresent,
    createdAt: timestamp(participant.createdAt),
  };
};
