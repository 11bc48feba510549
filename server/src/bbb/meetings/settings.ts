import type { RoomFeature } from '../../../../contract/operations/room-features.ts';
import { initialFlags } from '../../../../contract/operations/rooms.ts';
import { isVisible } from '../../../../contract/printable.ts';
import { now } from '../../platform/clock.ts';
import { randomAlphanumeric, randomText } from '../../platform/crypto.ts';
import type { RoomChanges } from '../../rooms/rooms.ts';
import { fail } from '../request/failures.ts';
import type { Parameters } from '../request/query.ts';
import { addressOf, cut, flagOf, isTrue, numberOf, trimmed } from '../request/values.ts';
import type { Meeting } from './store.ts';

type Settings = Meeting['settings'];

const guestPolicies = ['ALWAYS_ACCEPT', 'ASK_MODERATOR', 'ALWAYS_DENY', 'ALWAYS_ACCEPT_AUTH'] as const;

export const settingsIn = (parameters: Parameters): Settings => ({
  voiceBridge: /^\d{1,40}$/.exec(parameters.get('voiceBridge') ?? '')?.[0] ?? randomText('0123456789', 5),
  dialNumber: cut(parameters.get('dialNumber') ?? '', 100),
  maxParticipants: numberOf(parameters, 'maxParticipants', 0),
  duration: numberOf(parameters, 'duration', 0),
  isRecorded: isTrue(parameters, 'record'),
  isRecordingStarted: isTrue(parameters, 'autoStartRecording'),
  isRecordingFixed: !flagOf(parameters, 'allowStartStopRecording', true),
  guestPolicy: guestPolicies.find((policy) => policy === parameters.get('guestPolicy')) ?? 'ALWAYS_ACCEPT',
  logoutUrl: addressOf(parameters, 'logoutURL'),
  meetingEndedUrl: addressOf(parameters, 'meetingEndedURL'),
});

/** Features of rooms by the names that BigBlueButton has for them. */
const featureNames: ReadonlyMap<string, RoomFeature> = new Map([
  ['chat', 'chat'],
  ['privateChat', 'directMessages'],
  ['polls', 'polls'],
  ['screenshare', 'screenSharing'],
  ['raiseHand', 'handRaising'],
  ['userReactions', 'reactions'],
  ['virtualBackgrounds', 'backgrounds'],
]);

/** The names of the features that the meeting turns off for everybody (docs/decisions/0215). */
function disabledIn(parameters: Parameters): Set<string> {
  const listed = (name: string) => (parameters.get(name) ?? '').split(',').map((feature) => feature.trim());
  const kept = new Set(listed('disabledFeaturesExclude'));
  return new Set(listed('disabledFeatures').filter((feature) => !kept.has(feature)));
}

/** The settings of the room, as if it were new: nothing stays of an earlier meeting. */
export function roomOf(parameters: Parameters, name: string): RoomChanges & { name: string } {
  const isLocked = flagOf(parameters, 'lockSettingsLockOnJoin', true);
  const locks = (what: string): boolean => isLocked && isTrue(parameters, `lockSettings${what}`);
  const disabled = disabledIn(parameters);
  const { isRecorded, isRecordingStarted, logoutUrl } = settingsIn(parameters);
  const mayRecord = isRecorded && (isRecordingStarted || flagOf(parameters, 'allowStartStopRecording', true));
  const mayShareScreen = !disabled.has('screenshare');
  return {
    ...initialFlags,
    name: isVisible(name) ? cut(name, 200) : 'BigBlueButton',
    isPublic: false,
    type: 'lesson',
    opensWith: 'anybody',
    waitingRoomAudience: 'nobody',
    earlierChatAudience: 'nobody',
    attendanceEmail: 'nobody',
    opensAt: null,
    closesAt: null,
    redirectUrl: logoutUrl,
    isRecordAllowed: mayRecord,
    disabledFeatures: [...disabled].flatMap((name) => featureNames.get(name) ?? []),
    isAutoRecordingAllowed: mayRecord && isRecordingStarted,
    isMutedOnEntry: isTrue(parameters, 'muteOnStart'),
    isMicrophonePublishingAllowed: !locks('DisableMic'),
    isCameraPublishingAllowed: !locks('DisableCam'),
    isChatAllowed: !(locks('DisablePublicChat') || disabled.has('chat')),
    isDirectMessagingAllowed: !(locks('DisablePrivateChat') || disabled.has('privateChat')),
    isPeopleViewingAllowed: !locks('HideUserList'),
    isCameraViewingAllowed: !isTrue(parameters, 'webcamsOnlyForModerator'),
    isScreensharingAllowed: mayShareScreen,
    isScreenMediaPublishingAllowed: mayShareScreen,
    isHandRaisingAllowed: !disabled.has('raiseHand'),
    isReactingAllowed: !disabled.has('userReactions'),
    isTranscriptionAllowed: !(disabled.has('captions') || disabled.has('liveTranscription')),
  };
}

/** A password of 2 to 64 characters; undefined: none is given. @throws Failed `validationError` */
export function passwordIn(parameters: Parameters, name: string): string | undefined {
  const password = parameters.get(name);
  if (password !== undefined && (password.length < 2 || [...password].length > 64)) fail('validationError');
  return password;
}

export const newPassword = (): string => randomAlphanumeric(8);

const minutesAfter = (from: Date, minutes: number): Date => new Date(from.getTime() + minutes * 60_000);

/** When the meeting ends by itself. */
export function endsOf(
  parameters: Parameters,
  createdAt: Date = now(),
): Pick<Meeting, 'endsAt' | 'unjoinedUntil' | 'emptyMinutes' | 'noModeratorMinutes'> {
  const unjoined = numberOf(parameters, 'meetingExpireIfNoUserJoinedInMinutes', 5);
  const duration = numberOf(parameters, 'duration', 0);
  return {
    endsAt: duration > 0 ? minutesAfter(createdAt, duration) : null,
    unjoinedUntil: unjoined > 0 ? minutesAfter(createdAt, unjoined) : null,
    emptyMinutes: numberOf(parameters, 'meetingExpireWhenLastUserLeftInMinutes', 1),
    noModeratorMinutes: isTrue(parameters, 'endWhenNoModerator')
      ? numberOf(parameters, 'endWhenNoModeratorDelayInMinutes', 1)
      : null,
  };
}

/** The meetingID of a call about a meeting. @throws Failed `missingParamMeetingID` */
export const meetingIdIn = (parameters: Parameters): string =>
  trimmed(parameters, 'meetingID') ?? fail('missingParamMeetingID');
