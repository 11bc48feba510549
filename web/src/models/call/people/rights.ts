import type { Source } from '../api.ts';
import type { CallRoom, Role } from '../call-contract.ts';

/** Which sources a person may send now. */
export type Rights = Record<Source, boolean>;

/** LiveKit's permissions; an empty list of sources means all of them. */
export type Permissions = { canPublish: boolean; canPublishSources: readonly number[] };

/** LiveKit's numbers of sources in permissions (its protocol's TrackSource). */
const sourceNumbers: Record<Source, number> = { camera: 1, microphone: 2, screen: 3 };

const sources = ['microphone', 'camera', 'screen'] as const;

export const noRights: Rights = { microphone: false, camera: false, screen: false };

export function rightsOf(permissions: Permissions | undefined): Rights {
  if (!permissions?.canPublish) return noRights;
  const { canPublishSources } = permissions;
  const may = (source: Source): boolean =>
    canPublishSources.length === 0 || canPublishSources.includes(sourceNumbers[source]);
  return { microphone: may('microphone'), camera: may('camera'), screen: may('screen') };
}

export function maySendAnything(rights: Rights): boolean {
  return rights.microphone || rights.camera || rights.screen;
}

/** The sources that one or the other allows. */
export function eitherOf(one: Rights, other: Rights): Rights {
  return {
    microphone: one.microphone || other.microphone,
    camera: one.camera || other.camera,
    screen: one.screen || other.screen,
  };
}

/** Whether a person who could send nothing may speak now, or one who could send something only watches. */
export function changeOfRights(before: Rights, after: Rights): 'allowed' | 'taken' | undefined {
  if (!maySendAnything(before) && after.microphone) return 'allowed';
  if (maySendAnything(before) && !maySendAnything(after)) return 'taken';
  return undefined;
}

/** The sources whose right changed, unless `changeOfRights` says it already. */
export function changedSources(before: Rights, after: Rights): Source[] {
  if (changeOfRights(before, after)) return [];
  return sources.filter((source) => before[source] !== after[source]);
}

type RoomRules = Pick<
  CallRoom,
  | 'type'
  | 'isMicrophonePublishingAllowed'
  | 'isCameraPublishingAllowed'
  | 'isScreensharingAllowed'
  | 'disabledFeatures'
>;

/** The rights by the room's settings, until the media server has sent the real ones. */
export function expectedRights(room: RoomRules, role: Role): Rights {
  const mayShareScreens = !room.disabledFeatures.includes('screenSharing');
  if (role === 'moderator') return { microphone: true, camera: true, screen: mayShareScreens };
  if (room.type === 'webinar') return noRights;
  return {
    microphone: room.isMicrophonePublishingAllowed,
    camera: room.isCameraPublishingAllowed,
    screen: room.isScreensharingAllowed && mayShareScreens,
  };
}
