import { Participant as ParticipantSchema } from '../../../contract/operations/participants.ts';
import type { Answer } from '../../../contract/routes.ts';
import { timestampOrNull } from '../platform/clock.ts';
import { presentFields } from '../platform/present.ts';
import type { Participant } from './participant.ts';
import { maySendAnything, type RightsInRoom, rightsOf } from './roles/rights.ts';

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

/** Moderators decide by them; after the decision they belong to the reports. */
const answersOf = ({ email, phone, fields }: Participant): Answer<'joinRoom'>['answers'] => [
  ...(email === null ? [] : [{ field: 'email', title: null, value: email }]),
  ...(phone === null ? [] : [{ field: 'phone', title: null, value: phone }]),
  ...fields.map(({ id, title, value }) => ({ field: id, title, value })),
];

export const presentParticipant = (participant: Participant, room: RightsInRoom): Answer<'joinRoom'> => {
  const status = statusOf(participant);
  const isWaiting = status === 'waiting';
  const { waitsFor, waitingMessage } = participant;
  return {
    ...presentFields(ParticipantSchema, participant),
    status,
    waitsFor: isWaiting ? waitsFor : null,
    opensAt: timestampOrNull(isWaiting && waitsFor === 'opening' ? participant.opensAt : null),
    waitingMessage: isWaiting ? waitingMessage : null,
    answers: isWaiting ? answersOf(participant) : [],
    isSpeakingAllowed: status === 'admitted' && maySendAnything(rightsOf(participant, room)),
    isPresent: status === 'admitted' && participant.isPresent,
  };
};
