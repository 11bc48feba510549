import { Type } from 'typebox';
import { customField, ids, student } from '../examples/ids.ts';
import { About, Model, Sample, sampleOf } from '../model.ts';
import { entered, inTheCall, participant, people, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  CallRole,
  ClientUniqueId,
  CreatedAt,
  FieldValues,
  Flag,
  Id,
  List,
  ListQuery,
  Nullable,
  OneOf,
  ParticipantId,
  RoomId,
  Search,
  SpaceId,
  Text,
  TextOrNull,
  Timestamp,
  VisibleText,
  Whole,
} from '../shared.ts';
import { Stage } from './stage.ts';

const nameText = "The person's name in the call, 1 to 100 characters. Default: the name of the link.";
const Source = About(OneOf('microphone', 'camera', 'screen'), 'The source to turn off.');

/** An answer to the entry form, as moderators see it beside the person who waits. */
const EntryAnswer = Type.Object({
  field: Text('email, phone, or the id of a custom join field.'),
  title: TextOrNull('The title of the custom join field when it was answered; null for the others.'),
  value: Text('The answer.'),
});

/** The reasons why a person may not be in the call. */
const refusalsOfEntry = [
  'link_expired',
  'link_used',
  'link_revoked',
  'removed_from_call',
  'entry_refused',
  'room_closed',
  'call_full',
] as const;

export const Participant = Model('Participant', {
  id: About(
    Id,
    'The participant, as participantId elsewhere; also their identity in the media server.',
    ids.student,
  ),
  roomId: RoomId,
  name: Text(nameText, student.name),
  role: CallRole,
  status: About(
    OneOf('admitted', 'waiting', 'refused', 'removed'),
    'waiting: a moderator has to decide; refused and removed: may not enter this call again.',
    'admitted',
  ),
  waitsFor: Nullable(
    OneOf('opening', 'moderator', 'admission'),
    'What a waiting person waits for: opening (opensAt is still to come), moderator (none is in the call), or admission (a moderator decides); null unless status is waiting.',
    null,
  ),
  opensAt: Nullable(Timestamp, 'When the room opens for this person; null unless waitsFor is opening.', null),
  waitingMessage: TextOrNull(
    'The message of the moderators to everybody who waits (updateWaitingMessage), plain text; null: none, the status is not waiting, or no moderator has been in the call for 60 s.',
    null,
  ),
  answers: Type.Array(EntryAnswer, {
    description: 'The answers to the entry form while this person waits; empty after that.',
    sample: [],
  }),
  isSpeakingAllowed: Flag('Whether this person may send media now.', true),
  isPresent: Flag(
    'Whether this person is connected to the call, or watches the automatic webinar, now.',
    true,
  ),
  createdAt: Sample(CreatedAt, '2026-03-17T14:00:28.316Z'),
});

const sampleAbsent = { ...sampleOf(Participant), isSpeakingAllowed: false, isPresent: false };

const Entered = Type.Interface([Participant], {
  spaceId: SpaceId,
  access_token: Text("The participant's own session.", 'lps_T4mXq9VzRk7WyLc3BnPd2SgHf8JuEa5o'),
  expires_in: Type.Integer({ description: 'Seconds.', sample: 86_400 }),
});

const mark = Type.Optional(Type.String({ maxLength: 1000 }));

/** Where a person came from, as the first page of their visit knows it. */
const Referral = Type.Object(
  {
    referer: About(mark, 'The page that led to the room. Its address is stored without its query.'),
    utmSource: About(mark, 'utm_source of that URL.'),
    utmMedium: About(mark, 'utm_medium of that URL.'),
    utmCampaign: About(mark, 'utm_campaign of the URL with which the room was opened.'),
    utmContent: About(mark, 'utm_content of that URL.'),
    utmTerm: About(mark, 'utm_term of that URL.'),
  },
  { description: 'Where the person came from, for reports.' },
);

export const participantRoutes = section('Participants', 'decisions 5', {
  createParticipant: route({
    path: 'POST /v1/spaces/:spaceId/participants',
    permission: { ...room('see', ['anybody', 'link', ...people, 'client']), except: ['participant'] },
    // A participant's session has rights of its own in the call.
    scope: 'person',
    summary: 'Enter: become a participant of a room',
    body: Type.Object({
      roomId: RoomId,
      clientUniqueId: ClientUniqueId,
      name: Type.Optional(Sample(VisibleText(100, nameText), student.name)),
      role: Type.Optional(TextOrNull('Accepted and ignored: the credential decides.')),
      fields: Type.Optional(Sample(FieldValues, { email: student.email, [customField]: '7B' })),
      referral: Type.Optional(
        Sample(Referral, {
          referer: 'https://lms.example.org/course/7',
          utmSource: 'newsletter',
          utmMedium: 'email',
          utmCampaign: 'spring',
          utmContent: 'button',
          utmTerm: 'algebra',
        }),
      ),
    }),
    status: 201,
    answer: Entered,
    errors: [...refusalsOfEntry, 'waiting_room_full'],
    example: { answer: { ...sampleOf(Entered), isPresent: false } },
    ignoresKey: true,
  }),
  getParticipant: route({
    path: 'GET /v1/spaces/:spaceId/participants/:participantId',
    permission: participant('own', entered),
    scope: 'person',
    summary:
      'Read your own participant; while waiting, repeat this at least every 20 s to stay in the waiting room',
    answer: Participant,
    errors: ['waiting_room_full', 'link_used'],
  }),
  issueSignalingToken: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/signaling-token',
    permission: participant('own', entered),
    scope: 'person',
    summary: 'Get the token with which the media SDK connects; valid for 60 s',
    answer: Type.Object({
      signalingToken: Text(
        'The token with which the media SDK connects; valid for 60 seconds.',
        'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI2OWI5NWY5YyJ9.mJx0Zk4rT2vQp8wYb6LsNc1HdGf3AuEe',
      ),
      url: Text('The URL to which the media SDK connects.', 'wss://meet.example.org/livekit'),
      entryId: About(
        Id,
        'This entry into the call: activity is reported for it.',
        '69b95f9c2d41e8a07f3c6b12',
      ),
      stage: About(Stage, 'What is on the stage of the room.'),
    }),
    errors: [...refusalsOfEntry, 'not_admitted', 'waiting_room_full', 'engine_away'],
    ignoresKey: true,
  }),
  joinRoom: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/join',
    permission: participant('own', entered),
    scope: 'person',
    summary: 'Report that the participant has joined; may be repeated',
    body: Type.Object({ participantId: ParticipantId }),
    answer: Participant,
    errors: ['removed_from_call', 'entry_refused', 'not_admitted'],
  }),
  listParticipants: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/participants',
    permission: room('moderate', inTheCall),
    summary:
      'List the participants in the call and in the waiting room, or the people who watch an automatic webinar now',
    source: 'decisions 5 and 9',
    query: ListQuery({
      status: Type.Optional({
        ...OneOf('admitted', 'waiting', 'removed'),
        description:
          'removed: people who may not enter the running call any more, because they were removed or refused.',
      }),
      search: Type.Optional(Search),
      playbackEventSessionId: Type.Optional(Id),
    }),
    answer: List(Participant),
  }),
  admitParticipant: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/admit',
    permission: participant('moderate', inTheCall),
    summary: 'Admit a waiting participant',
    answer: Participant,
    errors: ['participant_not_waiting'],
  }),
  refuseParticipant: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/refuse',
    permission: participant('moderate', inTheCall),
    summary: 'Refuse a waiting participant; they cannot enter this call again',
    answer: Participant,
    errors: ['participant_not_waiting'],
    example: { answer: { ...sampleAbsent, status: 'refused' } },
  }),
  admitEverybody: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/participants/admit',
    permission: room('moderate', inTheCall),
    summary: 'Admit all waiting participants',
    answer: List(Participant),
  }),
  refuseEverybody: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/participants/refuse',
    permission: room('moderate', inTheCall),
    summary: 'Refuse all waiting participants; they cannot enter this call again',
    answer: List(Participant),
  }),
  muteParticipant: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/mute',
    permission: participant('moderate', inTheCall),
    summary: "Turn off a participant's microphone, camera or screen; they may turn it on again",
    body: Type.Object({ source: Source }),
    answer: Participant,
    errors: ['participant_not_in_call', 'nothing_to_mute', 'engine_away'],
    example: { body: { source: 'microphone' } },
  }),
  askToUnmute: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/ask-to-unmute',
    permission: participant('moderate', inTheCall),
    summary: 'Ask a participant in the call to turn on their microphone, which nobody else can',
    answer: Participant,
    errors: ['participant_not_in_call', 'engine_away'],
  }),
  muteEverybody: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/participants/mute',
    permission: room('moderate', inTheCall),
    summary:
      'Turn off a source of everybody in the call except moderators; they may turn it on again where the room allows it',
    body: Type.Object({ source: Source }),
    answer: List(Participant),
    errors: ['engine_away'],
  }),
  updateParticipant: route({
    path: 'PUT /v1/spaces/:spaceId/participants/:participantId',
    permission: participant('moderate', inTheCall),
    summary: 'Change the name of a participant, or their role until the end of this call',
    body: Type.Object({
      name: Type.Optional(VisibleText(100, nameText)),
      role: Type.Optional(CallRole),
    }),
    answer: Participant,
    errors: ['participant_not_in_call', 'leads_room'],
    example: {
      body: { name: student.name, role: 'moderator' },
      answer: { ...sampleOf(Participant), role: 'moderator' },
    },
  }),
  spotlightParticipant: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/spotlight',
    permission: participant('moderate', inTheCall),
    summary: 'Show a participant large to everybody, and in the recording; several at a time',
    answer: Participant,
    errors: ['participant_not_in_call', 'engine_away'],
  }),
  endSpotlight: route({
    path: 'DELETE /v1/spaces/:spaceId/participants/:participantId/spotlight',
    permission: participant('moderate', inTheCall),
    summary: 'End the spotlight on a participant; also one that has ended',
    answer: Participant,
    errors: ['engine_away'],
  }),
  removeParticipant: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/remove',
    permission: participant('moderate', inTheCall),
    summary: 'Remove a participant for the rest of this call, or from an automatic webinar',
    source: 'decisions 4 and 5',
    answer: Participant,
    errors: ['participant_not_in_call'],
    example: { answer: { ...sampleAbsent, status: 'removed' } },
  }),
  readmitParticipant: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/readmit',
    permission: participant('moderate', inTheCall),
    summary: 'Let a removed or refused participant enter again, with every link and browser of theirs',
    source: 'decisions 4',
    answer: Participant,
  }),
  releaseParticipantLink: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/release-link',
    permission: participant('moderate', inTheCall),
    summary: "Release a participant's link, so that they may enter by it with another browser",
    source: 'decisions 4',
    answer: Participant,
    errors: ['link_expired', 'link_revoked'],
  }),
  allowSpeaking: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/allow-speaking',
    permission: participant('moderate', inTheCall),
    summary: 'Allow a participant of a webinar to speak',
    answer: Participant,
    errors: ['participant_not_in_call'],
  }),
  stopSpeaking: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/stop-speaking',
    permission: participant('moderate', inTheCall),
    summary: 'Withdraw the permission to speak',
    answer: Participant,
    errors: ['participant_not_in_call'],
    example: { answer: { ...sampleOf(Participant), isSpeakingAllowed: false } },
  }),
  reportActivity: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/activity',
    permission: participant('partake', ['participant']),
    allowedFor: 'the participant, while in the call',
    summary:
      'Report whether the tab of the call is visible and whether the participant speaks, after entering and at each change',
    source: 'decisions 10',
    body: Type.Object({
      entryId: Type.Optional(
        About(
          Id,
          'The entryId of the signaling token with which the page is connected. Default: the newest entry.',
          '69b95f9c2d41e8a07f3c6b12',
        ),
      ),
      number: Type.Optional(
        Whole(
          { minimum: 1, maximum: 2_147_483_647 },
          'The position of this report among those of the entry. A report that arrives after one with a higher number changes nothing. Absent: reports count in the order in which they arrive.',
          3,
        ),
      ),
      isTabVisible: Type.Optional(
        Flag('Whether the tab of the call is visible now. Absent: unchanged.', true),
      ),
      isSpeaking: Type.Optional(Flag('Whether the participant speaks now. Absent: unchanged.', false)),
    }),
    errors: ['participant_not_in_call'],
  }),
});
