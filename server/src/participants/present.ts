import type { Answer } from '../../../contract/routes.ts';
import { timestamp } from '../platform/clock.ts';
import type { Room } from '../rooms/rooms.ts';
import type { Participant } from './participant.ts';
import { maySendAnything, rightsOf } from './rights.ts';

export const presentParticipant = (
  participant: Participant,
  room: Pick<Room, 'type' | 'flags'>,
): Answer<'joinRoom'> => ({
  id: participant.id,
  roomId: participant.roomId,
  name: participant.name,
  role: participant.role,
  status: participant.removedAt ? 'removed' : 'admitted',
  isSpeakingAllowed: !participant.removedAt && maySendAnything(rightsOf(participant, room)),
  isPresent: participant.isPresent && !participant.removedAt,
  createdAt: timestamp(participant.createdAt),
});
