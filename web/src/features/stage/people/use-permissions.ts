import type { RoomFeature } from '../../../../../contract/operations/room-features.ts';
import { createStore } from '../../../kit/store.ts';
import type { CallPermissions, CallRoom } from '../../../models/call/call-contract.ts';
import { usePermissionsIfOpen } from '../../../room/room-parts.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useOwnPerson, useStage } from '../call-context.ts';

const unknown = createStore<CallPermissions | undefined>(undefined);

/** The permissions of others than moderators; those at the entry if the changes cannot be followed. */
function useCallPermissions(): CallPermissions {
  const { room } = useStage();
  return useStore<CallPermissions | undefined>(usePermissionsIfOpen()?.state ?? unknown) ?? room;
}

/** The features of rooms that permissions are about, and that may be off for everybody. */
const featureOf: Partial<Record<keyof CallPermissions, RoomFeature>> = {
  isChatAllowed: 'chat',
  isHandRaisingAllowed: 'handRaising',
  isReactingAllowed: 'reactions',
  isScreensharingAllowed: 'screenSharing',
};

/** Whether the feature of a permission is off for everybody: then the permission has no effect. */
export function isOffForEverybody(
  { disabledFeatures }: Pick<CallRoom, 'disabledFeatures'>,
  name: keyof CallPermissions,
): boolean {
  const feature = featureOf[name];
  return feature !== undefined && disabledFeatures.includes(feature);
}

/** Whether this person may do it: moderators may, unless it is off for everybody. */
export function useMay(name: keyof CallPermissions): boolean {
  const { room } = useStage();
  const isAllowed = useCallPermissions()[name];
  const isModerator = useOwnPerson().role === 'moderator';
  return (isModerator || isAllowed) && !isOffForEverybody(room, name);
}

/** Whether others speak only if a moderator allows it to each: in a webinar, and where microphones are off. */
export function useIsSpeechGranted(): boolean {
  const { room } = useStage();
  const { isMicrophonePublishingAllowed } = useCallPermissions();
  return room.type === 'webinar' || !isMicrophonePublishingAllowed;
}
