import { type Static, type TSchema, Type } from 'typebox';
import { alias, chatIds, customField, ids, roomName } from '../examples/ids.ts';
import { About, type Fixed, giveExample, Initial, initialOf, Model, Sample, sampleOf } from '../model.ts';
import { inTheCall, ofSelf, people, readers, room, sessions, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  ChannelId,
  ChatId,
  CreatedAt,
  DescriptionIn,
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
import { roomFeatures } from './room-features.ts';
import { TranscriptionLanguage } from './transcription.ts';

/** A join field (interface 2.12); `title` and `type` follow from the slug and are checked against it. */
export const JoinField = Model('JoinField', {
  slug: About(OneOf('email', 'phone'), 'The kind of the field: email or phone.', 'email'),
  type: About(OneOf('email', 'phone'), 'The same as the slug.', 'email'),
  title: About(
    OneOf('admin.classrooms.email', 'admin.classrooms.phone'),
    'By the slug: admin.classrooms.email or admin.classrooms.phone.',
    'admin.classrooms.email',
  ),
  enabled: Flag('Whether the field is on the entry form.', true),
  required: Flag('Whether the field is required.', true),
  description: Type.Optional(DescriptionIn()),
});

/** A custom join field of the room (interface 2.12). */
export const CustomJoinField = Model('CustomJoinField', {
  id: Type.String({
    format: 'uuid',
    description: 'A UUID of your choice; the answers in fields use it as their key.',
    sample: customField,
  }),
  type: About(OneOf('string'), 'A line of text; there is no other type.', 'string'),
  title: About(Name, 'The label of the field, 1 to 200 characters.', 'Your class'),
  enabled: Flag('Whether the field is on the entry form.', true),
  required: Flag('Whether the field is required.', false),
  description: Type.Optional(DescriptionIn('As in the register, for example 7B.')),
  order: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Position, from 0.', sample: 0 }),
});

/** A setting with its value in a new room, and a value that the OpenAPI document shows. */
const Setting = <T extends TSchema>(
  schema: T,
  meaning: string,
  values: { initial: Fixed<Static<T>>; sample: Fixed<Static<T>> },
): T => Initial(About(schema, `${meaning} Default ${values.initial}.`, values.sample), values.initial);

const Switch = (question: string, initial: boolean, sample: boolean) =>
  Setting(Type.Boolean(), question, { initial, sample });

export const roomFlags = {
  isChatAllowed: Switch('May others than moderators write in the chat?', true, true),
  isDirectMessagingAllowed: Switch('May guests write privately to moderators?', true, true),
  isRecordAllowed: Switch('May calls be recorded?', true, true),
  isAutoRecordingAllowed: Switch('Does a recording begin when a moderator enters?', false, false),
  isMutedOnEntry: Switch('Are microphones of others than moderators off when they enter?', false, true),
  isMicrophonePublishingAllowed: Switch('May guests switch a microphone on?', true, true),
  isCameraPublishingAllowed: Switch('May guests switch a camera on?', true, true),
  isCameraViewingAllowed: Switch(
    'May guests see the cameras of other guests? If not, only moderators see them, and recordings do not show them.',
    true,
    true,
  ),
  isPeopleViewingAllowed: Switch(
    'May guests see the other guests? If not, they see moderators and themselves only.',
    true,
    true,
  ),
  isScreenMediaPublishingAllowed: Switch('May guests send the sound of a shared screen?', true, false),
  isScreensharingAllowed: Switch('May guests share a screen?', true, false),
  isAvatarsAllowed: Switch('May pictures of people stand where a camera is off?', true, true),
  isSelfRenamingAllowed: Switch('May a guest by link take another name?', true, false),
  isHandRaisingAllowed: Switch('May guests raise a hand?', true, true),
  isReactingAllowed: Switch('May guests send reactions over the stage?', true, true),
  isRemoteDrawingAllowed: Switch('May guests draw on what is shared?', true, true),
  isTranscriptionAllowed: Switch('Does each finished recording get a transcript?', true, true),
  isRecordWatchingAllowed: Switch(
    'May people who attended a call watch its recordings? A recording may say otherwise.',
    false,
    true,
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
  isRemoteDrawingAllowed: roomFlags.isRemoteDrawingAllowed,
};
export const CallPermissions = Model('CallPermissions', callPermissions);
giveExample(CallPermissions, {
  ...sampleOf(CallPermissions),
  isMicrophonePublishingAllowed: false,
  isCameraViewingAllowed: false,
});
export const callPermissionNames = Object.keys(callPermissions) as (keyof typeof callPermissions)[];

export const attendanceRuleFields = {
  minShare: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "The share of the call's length that a person has to be online: 0 to 1. Default 0.85.",
    sample: 0.85,
    initial: 0.85,
  }),
  minSeconds: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'For how many seconds a person has to be online. Default 0.',
    sample: 0,
    initial: 0,
  }),
};
/** The rule of presence in the report of a call (decisions 10): both conditions have to hold. */
export const AttendanceRule = Model('AttendanceRule', attendanceRuleFields);

const access = {
  isPublic: Switch("Whether anybody who knows the room's URL may enter.", true, false),
  type: Setting(OneOf('lesson', 'webinar'), 'lesson: everyone may speak; webinar: moderators speak.', {
    initial: 'lesson',
    sample: 'lesson',
  }),
};
const behaviour = {
  opensWith: Setting(
    OneOf('anybody', 'moderator'),
    'Whose presence opens the room. moderator: all others wait until one is in the call.',
    { initial: 'anybody', sample: 'moderator' },
  ),
  waitingRoomAudience: Setting(
    OneOf('nobody', 'guests', 'everyone'),
    "The people who wait for a moderator's admission; guests have no role in the group or room.",
    { initial: 'nobody', sample: 'guests' },
  ),
  earlierChatAudience: Setting(
    OneOf('nobody', 'members', 'everyone'),
    'The people who see the messages of calls before their own first one; moderators always do. Members have a role in the group or room.',
    { initial: 'members', sample: 'members' },
  ),
  attendanceEmail: Setting(
    OneOf('nobody', 'owner', 'moderators'),
    'The people who get an email with the totals after a call: nobody; owner: the owners of the room and of the group; moderators: these and the moderators of both. Only where email is set up.',
    { initial: 'nobody', sample: 'owner' },
  ),
  transcriptionLanguage: Initial(Sample(TranscriptionLanguage, 'en'), 'auto'),
};
const settings = { ...access, ...roomFlags, ...behaviour };

export const initialFlags = initialOf(roomFlags);
/** The settings of a new room that are columns of their own. */
export const initialSettings = { ...initialOf(access), ...initialOf(behaviour) };
export const initialRule = initialOf(attendanceRuleFields);

/** Settings that are sent in another form than they are returned. In a new room they are null. */
const meanings = {
  opensAt: 'When others than moderators may enter; until then they wait. null: at any time.',
  closesAt:
    'From when nobody new but moderators may enter; people in the call and in the waiting room are not concerned. null: never.',
  redirectUrl: 'The http or https URL that a participant goes to after leaving; null: none.',
};
const returned = {
  opensAt: Nullable(Timestamp, meanings.opensAt, '2026-11-23T08:50:00.000Z'),
  closesAt: Nullable(Timestamp, meanings.closesAt, '2026-11-23T09:30:00.000Z'),
  redirectUrl: TextOrNull(meanings.redirectUrl, 'https://school.example.org/algebra/thanks'),
};
const sent = {
  opensAt: Type.Optional(Nullable(TimestampIn, meanings.opensAt)),
  closesAt: Type.Optional(Nullable(TimestampIn, meanings.closesAt)),
  redirectUrl: Type.Optional(Nullable(WebAddress, meanings.redirectUrl)),
};
export const redirectUrl = { stored: returned.redirectUrl, sent: sent.redirectUrl };

const ruleText = 'Who counts as present in the report of a call: both conditions have to hold.';

/** The entry form of a room or a playback. */
export const JoinSettings = Type.Object({
  fields: Type.Array(JoinField, { description: 'The fields for an email address and a phone number.' }),
  customFields: Type.Array(CustomJoinField, { description: 'The custom fields of the room.' }),
});

export const Room = Model('Room', {
  id: About(Id, 'The room, as roomId elsewhere.', ids.room),
  kind: About(
    OneOf('room', 'playback'),
    'playback: an automatic webinar, found by its alias; it has no calls.',
    'room',
  ),
  spaceId: SpaceId,
  alias: Type.String({
    pattern: '^[A-Za-z0-9_-]{10}$',
    description: "The last part of the room's URL.",
    sample: alias,
  }),
  code: Type.String({
    pattern: '^[a-z0-9]{9}$',
    description:
      'Leads to the room as its alias does, and can be dictated: no vowels, no 0, 1 or L. Case, spaces and hyphens do not matter.',
    sample: 'kdm4tz9wx',
  }),
  name: Sample(StoredName, roomName),
  ...settings,
  ...returned,
  disabledFeatures: Type.Array(OneOf(...roomFeatures), {
    description:
      'The features that nobody may use, moderators neither: a meeting of BigBlueButton turns them off.',
    sample: [],
  }),
  joinSettings: About(JoinSettings, 'The fields of the entry form.'),
  attendanceRule: About(AttendanceRule, ruleText),
  appId: About(ChatId, 'The chat application of the group: its chatApplicationId.', chatIds.app),
  channelId: ChannelId,
  roleInRoom: Nullable(
    OneOf('role_room_owner', 'role_room_moderator', 'role_room_user'),
    'Your own role in the room; null: you have none.',
    'role_room_owner',
  ),
  lastCallAt: Nullable(
    Timestamp,
    'When the last call in the room began; null: there was none.',
    '2026-03-17T14:00:00.284Z',
  ),
  activeCallStartedAt: Nullable(
    Timestamp,
    'When the running call began; null: none is running.',
    '2026-03-17T14:00:00.284Z',
  ),
  bigBlueButtonMeetingId: TextOrNull(
    'The meetingID of a program that uses the API of BigBlueButton and created the room; null: none did.',
    null,
  ),
  createdAt: Sample(CreatedAt, '2026-02-02T09:18:51.037Z'),
});

/** The most rooms of `listCurrentRooms`. */
export const mostCurrentRooms = 20;

const CurrentRooms = Model('CurrentRooms', {
  items: Type.Array(
    Type.Object({
      spaceName: About(StoredName, 'The name of the group.', 'Evening school'),
      room: About(Room, 'The room, as `getRoom` returns it.'),
    }),
    { description: 'At most 20: those with a call first, then those that open next.' },
  ),
});

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
  ...sent,
  attendanceRule: Type.Optional(About(Type.Partial(AttendanceRule), ruleText)),
  ...joinSettingsIn,
};

export const roomRoutes = section('Rooms', 'decisions 3', {
  createRoom: route({
    path: 'POST /v1/spaces/:spaceId/rooms',
    permission: space('moderator', people),
    summary: 'Create a room in a group',
    body: Type.Object({ name: Name, ...optional }),
    status: 201,
    answer: Room,
    example: {
      body: {
        name: roomName,
        ...sampleOf(Type.Object({ ...settings, ...returned })),
        joinSettingsFields: [sampleOf(JoinField)],
        joinSettingsCustomFields: [sampleOf(CustomJoinField)],
        attendanceRule: { minShare: 0.85 },
      },
    },
  }),
  listRooms: route({
    path: 'GET /v1/spaces/:spaceId/rooms',
    permission: space('see', readers),
    // Other requests need the ids of rooms.
    scope: 'any',
    summary: 'List the rooms of a group that you may see',
    query: ListQuery({ search: Type.Optional(Search) }),
    answer: List(Room),
  }),
  listCurrentRooms: route({
    path: 'GET /v1/current-rooms',
    permission: ofSelf,
    forGroups: true,
    allowedFor: 'an account, for the groups that it belongs to',
    summary: 'List the rooms of your groups that have a running call or open within a week',
    answer: CurrentRooms,
  }),
  getRoom: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId',
    permission: room('see', [...readers, ...sessions]),
    scope: 'any',
    summary: 'Read a room',
    answer: Room,
  }),
  updateRoom: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId',
    permission: room('lead', people),
    summary: 'Change the given fields of a room; permissions apply to the running call at once',
    body: Type.Object({ name: Type.Optional(Name), ...optional }),
    answer: Room,
    example: {
      body: { name: roomName, isScreensharingAllowed: false, waitingRoomAudience: 'guests' },
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
  }),
  getRoomByAlias: route({
    path: 'GET /v1/spaces/room-by-alias/:alias',
    permission: room('see', ['anybody', 'link', ...people, 'client']),
    summary: 'Find a room by its alias or its code',
    source: 'decisions 3 and 5',
    answer: Room,
  }),
});
