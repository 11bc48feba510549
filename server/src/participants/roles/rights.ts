import { mayPublishAll, mayPublishNothing, type PublishRights } from '../../engines/media/media.ts';
import type { Room } from '../../rooms/rooms.ts';
import type { Participant } from '../participant.ts';

/**
 * The sources that a participant may send, and whether others see the camera. Being allowed to speak overrides the room's settings for the microphone
 * only, since it was granted for speaking.
 */
export function rightsOf(
  { role, isSpeakingAllowed }: Pick<Participant, 'role' | 'isSpeakingAllowed'>,
  { type, flags }: Pick<Room, 'type' | 'flags'>,
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
