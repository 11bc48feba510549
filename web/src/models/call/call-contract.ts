/**
 * The values that the entry page passes to the call and gets back. The entry page and the stage share only this file,
 * so that the stage can be a separate chunk.
 */

import type { RoomFeature } from '../../../../contract/operations/room-features.ts';
import type { InvitedRoom } from '../invitation/invitation.ts';

export type Role = 'user' | 'moderator';

/** The permissions of others than moderators in the call. */
export type CallPermissions = {
  isMicrophonePublishingAllowed: boolean;
  isCameraPublishingAllowed: boolean;
  isCameraViewingAllowed: boolean;
  isScreensharingAllowed: boolean;
  isChatAllowed: boolean;
  isHandRaisingAllowed: boolean;
  isReactingAllowed: boolean;
  isRemoteDrawingAllowed: boolean;
};

/** The part of the API's room record that the page uses; its permissions are those at the entry. */
export type CallRoom = CallPermissions & {
  id: string;
  spaceId: string;
  alias: string;
  name: string;
  type: 'lesson' | 'webinar';
  /** When nobody new can enter any more; null: never. */
  closesAt: string | null;
  isMutedOnEntry: boolean;
  isScreenMediaPublishingAllowed: boolean;
  isSelfRenamingAllowed: boolean;
  isRecordAllowed: boolean;
  /** Whether others than moderators see each other. */
  isPeopleViewingAllowed: boolean;
  /** The features that nobody may use, moderators neither. */
  disabledFeatures: readonly RoomFeature[];
  /** Id of the room's chat channel. */
  channelId: string;
  redirectUrl?: string | null;
};

/** The participant: `participantToken` is the bearer token of all later requests. */
export type CallEntry = {
  spaceId: string;
  roomId: string;
  participantId: string;
  participantToken: string;
  role: Role;
  name: string;
};

/**
 * Which devices the person chose. `tracks` are live tracks that the preview opened; the receiver of this object owns
 * and stops them. A source that is off or could not be opened has no track.
 */
export type DeviceChoice = {
  audioEnabled: boolean;
  videoEnabled: boolean;
  audioDeviceId?: string;
  videoDeviceId?: string;
  /** Id of the audio output, in browsers that let a page choose it. */
  outputDeviceId?: string;
  tracks?: { audio?: MediaStreamTrack; video?: MediaStreamTrack };
};

export type LeftReason = 'left' | 'ended' | 'removed' | 'duplicate' | 'failed';

export type MeetingProps = {
  entry: CallEntry;
  room: CallRoom & InvitedRoom;
  devices: DeviceChoice;
  /** True if a moderator admitted them from the waiting room. */
  wasLetIn?: boolean;
  onLeft: (reason: LeftReason) => void;
};
