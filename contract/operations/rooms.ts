import { Type } from 'typebox';
import { route } from '../route.ts';
import {
  ChatId,
  Flag,
  Id,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  Search,
  Timestamp,
  TimestampIn,
  WebAddress,
} from '../shared.ts';
import { TranscriptionLanguage } from './transcription.ts';

/** A join field (interface 2.12); `title` and `type` follow from the slug and are checked against it. */
export const JoinField = Type.Object({
  slug: OneOf('email', 'phone'),
  type: OneOf('email', 'phone'),
  title: OneOf('admin.classrooms.email', 'admin.classrooms.phone'),
  enabled: Type.Boolean(),
  required: Type.Boolean(),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
});

/** A custom join field of the room (interface 2.12). */
export const CustomJoinField = Type.Object({
  id: Type.String({ format: 'uuid' }),
  type: OneOf('string'),
  title: Name,
  enabled: Type.Boolean(),
  required: Type.Boolean(),
  description: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
  order: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Position, from 0.' }),
});

export const roomFlags = {
  isChatAllowed: Flag('May others than moderators write in the chat? Default true.'),
  isRecordAllowed: Flag('May calls be recorded? Default true.'),
  isAutoRecordingAllowed: Flag('Does a recording begin when a moderator enters? Default false.'),
  isMutedOnEntry: Flag('Are microphones of others than moderators off when they enter? Default false.'),
  isMicrophonePublishingAllowed: Flag('May guests switch a microphone on? Default true.'),
  isCameraPublishingAllowed: Flag('May guests switch a camera on? Default true.'),
  isCameraViewingAllowed: Flag(
    'May guests see the cameras of other guests? If not, only moderators see them, and recordings do not show them. Default true.',
  ),
  isScreenMediaPublishingAllowed: Flag('May guests send the sound of a shared screen? Default true.'),
  isScreensharingAllowed: Flag('May guests share a screen? Default true.'),
  isAvatarsAllowed: Flag('May pictures of people stand where a camera is off? Default true.'),
  isSelfRenamingAllowed: Flag('May a guest by link take another name? Default true.'),
  isHandRaisingAllowed: Flag('May guests raise a hand? Default true.'),
  isReactingAllowed: Flag('May guests send reactions over the stage? Default true.'),
  isRemoteDrawingAllowed: Flag('May guests draw on what is shared? Default true.'),
  isTranscriptionAllowed: Flag('Does each finished recording get a transcript? Default true.'),
  isRecordWatchingAllowed: Flag(
    'May people who attended a call watch its recordings? A recording may say otherwise. Default false.',
  ),
};
export type RoomFlag = keyof typeof roomFlags;
export const roomFlagNames = Object.keys(roomFlags) as RoomFlag[];

/** The permissions of others than moderators in the call, which moderators in the call change too. */
const callPermissions = {
  isMicrophonePublishingAllowed: roomFlags.isMicrophonePublishingAllowed,
  isCameraPublishingAllowed: roomFlags.isCameraPublishingAllowed,
  isCameraViewingAllowed: roomFlags.isCameraViewingAllowed,
  isScreensharingAllowed: roomFlags.isScreensharingAllowed,
  isChatAllowed: roomFlags.isChatAllowed,
  isHandRaisingAllowed: roomFlags.isHandRaisingAllowed,
  isReactingAllowed: roomFlags.isReactingAllowed,
};
export const CallPermissions = Type.Object(callPermissions);
export const callPermissionNames = Object.keys(callPermissions) as (keyof typeof callPermissions)[];

/** The presence that opens the room: anybody's, or a moderator's, for whom all others wait. */
const OpensWith = OneOf('anybody', 'moderator');

/**
 * The people who wait for a moderator's admission: nobody; guests, who have no role in the group or room by an
 * account; or everyone except moderators.
 */
const WaitingRoomAudience = OneOf('nobody', 'guests', 'everyone');

export const attendanceRuleFields = {
  minShare: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "The share of the call's length that a person has to be online: 0 to 1. Default 0.85.",
  }),
  minSeconds: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'For how many seconds a person has to be online. Default 0.',
  }),
};
/** The rule of presence in the report of a call (decisions 10): both conditions have to hold. */
export const AttendanceRule = Type.Object(attendanceRuleFields);

/**
 * The people who get an email after each call: nobody; the owners of the room and of the group; or these and the
 * moderators of both.
 */
const AttendanceEmail = OneOf('nobody', 'owner', 'moderators');

const settings = {
  isPublic: Type.Boolean({
    description: "Whether anybody who knows the room's URL may enter. Default true.",
  }),
  type: OneOf('lesson', 'webinar'),
  ...roomFlags,
  opensWith: OpensWith,
  waitingRoomAudience: WaitingRoomAudience,
  attendanceEmail: AttendanceEmail,
  transcriptionLanguage: TranscriptionLanguage,
};

/** The entry form of a room or a playback. */
export const JoinSettings = Type.Object({
  fields: Type.Array(JoinField),
  customFields: Type.Array(CustomJoinField),
});

export const Room = Type.Object({
  id: Id,
  kind: OneOf('room', 'playback'),
  spaceId: Id,
  alias: Type.String({ pattern: '^[A-Za-z0-9_-]{10}$' }),
  code: Type.String({ pattern: '^[a-z0-9]{9}$' }),
  name: Type.String(),
  ...settings,
  opensAt: Nullable(Timestamp),
  closesAt: Nullable(Timestamp),
  redirectUrl: Nullable(Type.String()),
  joinSettings: JoinSettings,
  attendanceRule: AttendanceRule,
  appId: ChatId,
  channelId: ChatId,
  roleInRoom: Nullable(OneOf('role_room_owner', 'role_room_moderator', 'role_room_user')),
  lastCallAt: Nullable(Timestamp),
  createdAt: Timestamp,
});

const joinFields = Type.Optional(Type.Array(JoinField, { maxItems: 2 }));
const customJoinFields = Type.Optional(Type.Array(CustomJoinField, { maxItems: 50 }));

/** Join fields as they are sent (interface 2.12), and as they are returned. */
export const joinSettingsIn = {
  joinSettingsFields: joinFields,
  joinSettingsCustomFields: customJoinFields,
  joinSettings: Type.Optional(
    Type.Object(
      { fields: joinFields, customFields: customJoinFields },
      {
        description:
          'As it is returned, so that a room may be sent back as it was read. joinSettingsFields and joinSettingsCustomFields take precedence.',
      },
    ),
  ),
};

const optional = {
  ...(Object.fromEntries(Object.entries(settings).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof typeof settings]: ReturnType<typeof Type.Optional<(typeof settings)[K]>>;
  }),
  opensAt: Type.Optional(Nullable(TimestampIn)),
  closesAt: Type.Optional(Nullable(TimestampIn)),
  redirectUrl: Type.Optional(Nullable(WebAddress)),
  attendanceRule: Type.Optional(Type.Partial(AttendanceRule)),
  ...joinSettingsIn,
};

export const roomRoutes = {
  createRoom: route({
    summary: 'Create a room in a group',
    source: 'decisions 3',
    body: Type.Object({ name: Name, ...optional }),
    status: 201,
    answer: Room,
    errors: [],
  }),
  listRooms: route({
    summary: 'List the rooms of a group that you may see',
    source: 'decisions 3',
    query: ListQuery({ search: Type.Optional(Search) }),
    status: 200,
    answer: List(Room),
    errors: [],
  }),
  getRoom: route({ summary: 'Read a room', source: 'decisions 3', status: 200, answer: Room, errors: [] }),
  updateRoom: route({
    summary: 'Change the given fields of a room; permissions apply to the running call at once',
    source: 'decisions 3',
    body: Type.Object({ name: Type.Optional(Name), ...optional }),
    status: 200,
    answer: Room,
    errors: [],
  }),
  updateCallPermissions: route({
    summary:
      'Change what others than moderators may do; applies to the running call at once, and to later calls',
    source: 'decisions 3 and 5',
    body: Type.Partial(CallPermissions),
    status: 200,
    answer: CallPermissions,
    errors: [],
  }),
  deleteRoom: route({
    summary: 'Delete a room; a running call ends first',
    source: 'decisions 3',
    status: 204,
    errors: [],
  }),
  getRoomByAlias: route({
    summary: 'Find a room by its alias or its code',
    source: 'decisions 3 and 5',
    status: 200,
    answer: Room,
    errors: [],
  }),
};
