/**
 * What the entry page hands to the call and gets back from it. The entry page and the stage know each other
 * only through this file, so that the stage can be a chunk of its own.
 */

export type Role = 'user' | 'moderator';

/** What the page knows of the room. A part of the API's room record. */
export type CallRoom = {
  id: string;
  spaceId: string;
  alias: string;
  name: string;
  type: 'lesson' | 'webinar';
  isMicrophonePublishingAllowed: boolean;
  isCameraPublishingAllowed: boolean;
  isScreenMediaPublishingAllowed: boolean;
  isScreensharingAllowed: boolean;
  isSelfRenamingAllowed: boolean;
  isHandRaisingAllowed: boolean;
  isChatAllowed: boolean;
  isRecordAllowed: boolean;
  /** Its channel in the chat. */
  channelId: string;
  redirectUrl?: string | null;
};

/** The person's place in the room: `participantToken` is a bearer token for what follows the entry. */
export type CallEntry = {
  spaceId: string;
  roomId: string;
  participantId: string;
  participantToken: string;
  role: Role;
  name: string;
};

/**
 * How the person wants to be seen and heard. `tracks` are live tracks opened by the preview; whoever gets this
 * object owns them from then on and stops them. A kind that is switched off or could not be opened has no track.
 */
export type DeviceChoice = {
  audioEnabled: boolean;
  videoEnabled: boolean;
  audioDeviceId?: string;
  videoDeviceId?: string;
  /** Where to play the sound, in browsers that let a page choose. */
  outputDeviceId?: string;
  tracks?: { audio?: MediaStreamTrack; video?: MediaStreamTrack };
};

export type LeftReason = 'left' | 'ended' | 'removed' | 'duplicate' | 'failed';

export type MeetingProps = {
  entry: CallEntry;
  room: CallRoom;
  devices: DeviceChoice;
  /** Had to wait until a moderator let them in. */
  wasLetIn?: boolean;
  onLeft: (reason: LeftReason) => void;
};
