import { Type } from 'typebox';
import { sampleCallPermissions, sampleCreateRoomRequest, sampleRoom } from '../examples/rooms.ts';
import { About, giveExample, Model } from '../model.ts';
import { inTheCall, people, readers, room, sessions, space } from '../permissions/permission.ts';
import { route } from '../route.ts';
import {
  ChannelId,
  ChatId,
  CreatedAt,
  Flag,
  Id,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  Search,
  SpaceId,
  StoredName,
  TextOrNull,
  Timestamp,
  TimestampIn,
  WebAddress,
} from '../shared.ts';
import { TranscriptionLanguage } from './transcription.ts';

/** A join field (interface 2.12); `title` and `type` follow from the slug and are checked against it. */
export const JoinField = Model('JoinField', {
  slug: About(OneOf('email', 'phone'), 'The kind of the field: email or phone.'),
  type: About(OneOf('email', 'phone'), 'The same as the slug.'),
  title: About(
    OneOf('admin.classrooms.email', 'admin.classrooms.phone'),
    'By the slug: admin.classrooms.email or admin.classrooms.phone.',
  ),
  enabled: Flag('Whether the field is on the entry form.'),
  required: Flag('Whether the field is required.'),
  description: Type.Optional(
    Nullable(Type.String({ maxLength: 2000 }), 'A text for people, up to 2,000 characters; null: none.'),
  ),
});

/** A custom join field of the room (interface 2.12). */
export const CustomJoinField = Model('CustomJoinField', {
  id: Type.String({
    format: 'uuid',
    description: 'A UUID of your choice; the answers in fields use it as their key.',
  }),
  type: About(OneOf('string'), 'A line of text; there is no other type.'),
  title: About(Name, 'The label of the field, 1 to 200 characters.'),
  enabled: Flag('Whether the field is on the entry form.'),
  required: Flag('Whether the field is required.'),
  description: Type.Optional(
    Nullable(Type.String({ maxLength: 2000 }), 'A text for people, up to 2,000 characters; null: none.'),
  ),
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
export const CallPermissions = Model('CallPermissions', callPermissions);
giveExample(CallPermissions, sampleCallPermissions);
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
export const AttendanceRule = Model('AttendanceRule', attendanceRuleFields);

/**
 * The people who get an email after each call: nobody; the owners of the room and of the group; or these and the
 * moderators of both.
 */
const AttendanceEmail = OneOf('nobody', 'owner', 'moderators');

const settings = {
  isPublic: Flag("Whether anybody who knows the room's URL may enter. Default true."),
  type: About(
    OneOf('lesson', 'webinar'),
    'lesson: everyone may speak; webinar: moderators speak. Default lesson.',
  ),
  ...roomFlags,
  opensWith: About(
    OpensWith,
    'Whose presence opens the room. moderator: all others wait until one is in the call. Default anybody.',
  ),
  waitingRoomAudience: About(
    WaitingRoomAudience,
    "The people who wait for a moderator's admission; guests have no role in the group or room. Default nobody.",
  ),
  attendanceEmail: About(
    AttendanceEmail,
    'Who gets an email with the totals after a call: nobody; owner: the owners of the room and of the group; moderators: these and the moderators of both. Only where email is set up. Default nobody.',
  ),
  transcriptionLanguage: TranscriptionLanguage,
};

const ruleText = 'Who counts as present in the report of a call: both conditions have to hold.';
const redirectText = 'The http or https URL that a participant goes to after leaving; null: none.';
export const redirectUrl = {
  stored: TextOrNull(redirectText),
  sent: Type.Optional(Nullable(WebAddress, redirectText)),
};

/** The entry form of a room or a playback. */
export const JoinSettings = Type.Object({
  fields: Type.Array(JoinField, { description: 'The fields for an email address and a phone number.' }),
  customFields: Type.Array(CustomJoinField, { description: 'The custom fields of the room.' }),
});

export const Room = Model('Room', {
  id: About(Id, 'The room, as roomId elsewhere.'),
  kind: About(
    OneOf('room', 'playback'),
    'playback: an automatic webinar, found by its alias; it has no calls.',
  ),
  spaceId: SpaceId,
  alias: Type.String({ pattern: '^[A-Za-z0-9_-]{10}$', description: "The last part of the room's URL." }),
  code: Type.String({
    pattern: '^[a-z0-9]{9}$',
    description:
      'Leads to the room as its alias does, and can be dictated: no vowels, no 0, 1 or L. Case, spaces and hyphens do not matter.',
  }),
  name: StoredName,
  ...settings,
  opensAt: Nullable(
    Timestamp,
    'When others than moderators may enter; until then they wait. null: at any time.',
  ),
  closesAt: Nullable(
    Timestamp,
    'From when nobody new but moderators may enter; people in the call and in the waiting room are not concerned. null: never.',
  ),
  redirectUrl: redirectUrl.stored,
  joinSettings: About(JoinSettings, 'The fields of the entry form.'),
  attendanceRule: About(AttendanceRule, ruleText),
  appId: About(ChatId, 'The chat application of the group: its chatApplicationId.'),
  channelId: ChannelId,
  roleInRoom: Nullable(
    OneOf('role_room_owner', 'role_room_moderator', 'role_room_user'),
    'Your own role in the room; null: you have none.',
  ),
  lastCallAt: Nullable(Timestamp, 'When the last call in the room began; null: there was none.'),
  createdAt: CreatedAt,
});
giveExample(Room, sampleRoom);

const joinFields = Type.Optional(Type.Array(JoinField, { maxItems: 2 }));
const customJoinFields = Type.Optional(Type.Array(CustomJoinField, { maxItems: 50 }));

/** Join fields as they are sent (interface 2.12), and as they are returned. */
export const joinSettingsIn = {
  joinSettingsFields: About(
    joinFields,
    'The fields for email address and phone number on the entry form; replaces all previous ones.',
  ),
  joinSettingsCustomFields: About(
    customJoinFields,
    'The custom fields on the entry form; replaces all previous ones.',
  ),
  joinSettings: Type.Optional(
    Type.Object(
      {
        fields: About(joinFields, 'The fields for an email address and a phone number.'),
        customFields: About(customJoinFields, 'The custom fields of the room.'),
      },
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
  opensAt: Type.Optional(
    Nullable(TimestampIn, 'When others than moderators may enter; until then they wait. null: at any time.'),
  ),
  closesAt: Type.Optional(
    Nullable(
      TimestampIn,
      'From when nobody new but moderators may enter; people in the call and in the waiting room are not concerned. null: never.',
    ),
  ),
  redirectUrl: redirectUrl.sent,
  attendanceRule: Type.Optional(About(Type.Partial(AttendanceRule), ruleText)),
  ...joinSettingsIn,
};

export const roomRoutes = {
  createRoom: route({
    path: 'POST /v1/spaces/:spaceId/rooms',
    permission: space('moderator', people),
    summary: 'Create a room in a group',
    source: 'decisions 3',
    body: Type.Object({ name: Name, ...optional }),
    status: 201,
    answer: Room,
    example: { body: sampleCreateRoomRequest },
  }),
  listRooms: route({
    path: 'GET /v1/spaces/:spaceId/rooms',
    permission: space('see', readers),
    summary: 'List the rooms of a group that you may see',
    source: 'decisions 3',
    query: ListQuery({ search: Type.Optional(Search) }),
    answer: List(Room),
  }),
  getRoom: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId',
    permission: room('see', [...readers, ...sessions]),
    summary: 'Read a room',
    source: 'decisions 3',
    answer: Room,
  }),
  updateRoom: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId',
    permission: room('lead', people),
    summary: 'Change the given fields of a room; permissions apply to the running call at once',
    source: 'decisions 3',
    body: Type.Object({ name: Type.Optional(Name), ...optional }),
    answer: Room,
    example: {
      body: { name: sampleRoom.name, isScreensharingAllowed: false, waitingRoomAudience: 'guests' },
    },
  }),
  updateCallPermissions: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/call-permissions',
    permission: room('moderate', inTheCall),
    summary:
      'Change what others than moderators may do; applies to the running call at once, and to later calls',
    source: 'decisions 3 and 5',
    body: Type.Partial(CallPermissions),
    answer: CallPermissions,
    example: { body: { isMicrophonePublishingAllowed: false } },
  }),
  deleteRoom: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId',
    permission: room('own', people),
    summary: 'Delete a room; a running call ends first',
    source: 'decisions 3',
  }),
  getRoomByAlias: route({
    path: 'GET /v1/spaces/room-by-alias/:alias',
    permission: room('see', ['anybody', 'link', ...people, 'client']),
    summary: 'Find a room by its alias or its code',
    source: 'decisions 3 and 5',
    answer: Room,
  }),
};
