import { createStore } from '../../../kit/store.ts';
import type { CallPermissions } from '../../../models/call/call-contract.ts';
import { usePermissionsIfOpen } from '../../../room/room-parts.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useOwnPerson, useStage } from '../call-context.ts';

const unknown = createStore<CallPermissions | undefined>(undefined);

/** The permissions of others than moderators; those at the entry if the changes cannot be followed. */
function useCallPermissions(): CallPermissions {
  const { room } = useStage();
  return useStore<CallPermissions | undefined>(usePermissionsIfOpen()?.state ?? unknown) ?? room;
}

/** Whether this person may do it: moderators always may. */
export function useMay(name: keyof CallPermissions): boolean {
  const isAllowed = useCallPermissions()[name];
  return useOwnPerson().role === 'moderator' || isAllowed;
}

/** Whether others speak only if a moderator allows it to each: in a webinar, and where microphones are off. */
export function useIsSpeechGranted(): boolean {
  const { room } = useStage();
  const { isMicrophonePublishingAllowed } = useCallPermissions();
  return room.type === 'webinar' || !isMicrophonePublishingAllowed;
}
