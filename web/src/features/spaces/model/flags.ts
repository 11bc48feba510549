import type { Room } from './types.ts';

/** A field of the interface that the call does not follow yet. */
type WithoutEffect = 'isAvatarsAllowed';

/** The switches of a room. A copy, because the contract's list would bring its schema library into the browser. */
export type RoomFlag = Exclude<Extract<keyof Room, `is${string}Allowed` | 'isMutedOnEntry'>, WithoutEffect>;

/** The switches by topic, in the order in which they are shown. */
export const flagGroups = {
  speaking: [
    'isMicrophonePublishingAllowed',
    'isMutedOnEntry',
    'isCameraPublishingAllowed',
    'isCameraViewingAllowed',
    'isScreensharingAllowed',
    'isScreenMediaPublishingAllowed',
  ],
  talking: ['isChatAllowed', 'isDirectMessagingAllowed', 'isHandRaisingAllowed', 'isReactingAllowed'],
  showing: ['isRemoteDrawingAllowed', 'isPeopleViewingAllowed', 'isSelfRenamingAllowed'],
  recording: [
    'isRecordAllowed',
    'isAutoRecordingAllowed',
    'isRecordWatchingAllowed',
    'isTranscriptionAllowed',
  ],
} as const satisfies Record<string, readonly RoomFlag[]>;

export type FlagGroup = keyof typeof flagGroups;
export const roomFlagNames: readonly RoomFlag[] = Object.values(flagGroups).flat();

/** A switch that has no effect while another is off. */
export const dependsOn: Partial<Record<RoomFlag, RoomFlag>> = {
  isMutedOnEntry: 'isMicrophonePublishingAllowed',
  isScreenMediaPublishingAllowed: 'isScreensharingAllowed',
  isAutoRecordingAllowed: 'isRecordAllowed',
  isRecordWatchingAllowed: 'isRecordAllowed',
  isTranscriptionAllowed: 'isRecordAllowed',
};
