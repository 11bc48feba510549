import {
  alias,
  chatIds,
  customField,
  externalMeeting,
  externalUser,
  ids,
  student,
  teacher,
  webUrl,
} from './ids.ts';

const sampleRoomSettings = {
  isPublic: false,
  type: 'lesson',
  isChatAllowed: true,
  isRecordAllowed: true,
  isAutoRecordingAllowed: false,
  isMutedOnEntry: true,
  isMicrophonePublishingAllowed: true,
  isCameraPublishingAllowed: true,
  isCameraViewingAllowed: true,
  isScreenMediaPublishingAllowed: false,
  isScreensharingAllowed: false,
  isAvatarsAllowed: true,
  isSelfRenamingAllowed: false,
  isHandRaisingAllowed: true,
  isReactingAllowed: true,
  isRemoteDrawingAllowed: true,
  isTranscriptionAllowed: true,
  isRecordWatchingAllowed: true,
  opensWith: 'moderator',
  waitingRoomAudience: 'guests',
  attendanceEmail: 'owner',
  transcriptionLanguage: 'en',
  opensAt: '2026-11-23T08:50:00.000Z',
  closesAt: '2026-11-23T09:30:00.000Z',
  redirectUrl: 'https://school.example.org/algebra/thanks',
} as const;

export const sampleEmailField = {
  slug: 'email',
  type: 'email',
  title: 'admin.classrooms.email',
  enabled: true,
  required: true,
} as const;

const classField = {
  id: customField,
  type: 'string',
  title: 'Your class',
  enabled: true,
  required: false,
  description: 'As in the register, for example 7B.',
  order: 0,
} as const;

export const sampleRoom = {
  id: ids.room,
  kind: 'room',
  spaceId: ids.space,
  alias,
  code: 'kdm4tz9wx',
  name: 'Algebra, group 7B',
  ...sampleRoomSettings,
  joinSettings: { fields: [sampleEmailField], customFields: [classField] },
  attendanceRule: { minShare: 0.85, minSeconds: 0 },
  appId: chatIds.app,
  channelId: chatIds.channel,
  roleInRoom: 'role_room_owner',
  lastCallAt: '2026-03-17T14:00:00.284Z',
  createdAt: '2026-02-02T09:18:51.037Z',
} as const;

export const sampleCreateRoomRequest = {
  name: sampleRoom.name,
  ...sampleRoomSettings,
  joinSettingsFields: [sampleEmailField],
  joinSettingsCustomFields: [classField],
  attendanceRule: { minShare: 0.85 },
} as const;

export const sampleCallPermissions = {
  isMicrophonePublishingAllowed: false,
  isCameraPublishingAllowed: true,
  isCameraViewingAllowed: false,
  isScreensharingAllowed: false,
  isChatAllowed: true,
  isHandRaisingAllowed: true,
  isReactingAllowed: true,
} as const;

export const sampleRoomRoleHolder = {
  ...teacher,
  role: 'role_room_moderator',
  createdAt: '2026-02-03T12:41:26.593Z',
} as const;

export const sampleAccessLink = {
  id: ids.link,
  url: `${webUrl}/room/${alias}?participantName=Amelia%20Clarke&accessToken=c9Xk3VtQ7mLwZ2yRb8NsPd5HgJf1TuAe`,
  roomId: ids.room,
  username: student.name,
  role: 'user',
  externalUserId: externalUser,
  externalMeetingId: externalMeeting,
  email: student.email,
  phone: student.phone,
  isPermanent: false,
  isNameAsked: false,
  status: 'used',
  isBound: true,
  entriesCount: 1,
  lastEntryAt: '2026-03-17T14:00:28.316Z',
  createdAt: '2026-03-17T13:54:08.225Z',
  expiresAt: '2026-03-18T13:54:08.225Z',
  revokedAt: null,
} as const;

export const sampleLinkInFull = {
  ...sampleAccessLink,
  entries: [
    {
      participantId: ids.student,
      name: student.name,
      createdAt: '2026-03-17T14:00:28.316Z',
      firstEntryAt: '2026-03-17T14:00:31.870Z',
      lastExitAt: null,
      isPresent: true,
    },
  ],
} as const;

export const sampleGenerateAccessRequest = {
  username: student.name,
  role: 'user',
  externalUserId: externalUser,
  externalMeetingId: externalMeeting,
  ttl: 86_400,
  isPermanent: false,
  email: student.email,
  phone: student.phone,
  fields: { [customField]: '7B' },
} as const;
