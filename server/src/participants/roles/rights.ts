import { mayPublishAll, mayPublishNothing, type PublishRights } from '../../engines/media/media.ts';
import type { Room } from '../../rooms/rooms.ts';
import type { Participant } from '../participant.ts';

/**
 * The sources that a participant may send, and whether others see the camera. Being allowed to speak overrides the room's settings for the microphone
 * only, since it was granted for speaking. Features that are off for everybody bind moderators, too.
 */
export function rightsOf(
  person: Pick<Participant, 'role' | 'isSpeakingAllowed'>,
  room: RightsInRoom,
): PublishRights {
  const rights = rightsByRole(person, room);
  return room.disabledFeatures.includes('screenSharing')
    ? { ...rights, screen: false, screen_audio: false }
    : rights;
}

/** The part of a room that decides what people may send in it. */
export type RightsInRoom = Pick<Room, 'type' | 'flags' | 'disabledFeatures'>;

function rightsByRole(
  { role, isSpeakingAllowed }: Pick<Participant, 'role' | 'isSpeakingAllowed'>,
  { type, flags }: RightsInRoom,
): PublishRights {
  if (role === 'moderator') return mayPublishAll;
  if (type === 'webinar' && !isSpeakingAllowed) return mayPublishNothing;
  return {
    microphone: flags.isMicrophonePublishingAllowed || isSpeakingAllowed,
    camera: flags.isCameraPublishingAllowed,
    screen: flags.isScreensharingAllowed,
    screen_audio: flags.isScreensharingAllowed && flags.isScreenMediaPublishingAllowed,
    isCameraHidden: !flags.isCameraViewingAllowed,
  };
}

export const maySendAnything = ({ microphone, camera, screen }: PublishRights): boolean =>
  microphone || camera || screen;
