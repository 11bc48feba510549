import { Type } from 'typebox';
import { route } from '../route.ts';
import {
  FieldValues,
  Id,
  List,
  ListQuery,
  Nullable,
  OneOf,
  Search,
  Timestamp,
  VisibleText,
} from '../shared.ts';

const Source = OneOf('microphone', 'camera', 'screen');

/** An answer to the entry form, as moderators see it beside the person who waits. */
const EntryAnswer = Type.Object({
  field: Type.String({ description: 'email, phone, or the id of a custom join field.' }),
  title: Nullable(
    Type.String(),
    'The title of the custom join field when it was answered; null for the others.',
  ),
  value: Type.String({ description: 'The answer.' }),
});

/** The reasons why a person may not be in the call. */
const refusalsOfEntry = [
  'link_expired',
  'link_used',
  'link_revoked',
  'removed_from_call',
  'entry_refused',
  'room_closed',
] as const;

export const Participant = Type.Object({
  id: Id,
  roomId: Id,
  name: Type.String(),
  role: OneOf('user', 'moderator'),
  status: OneOf('admitted', 'waiting', 'refused', 'removed'),
  waitsFor: Nullable(OneOf('opening', 'moderator', 'admission')),
  opensAt: Nullable(Timestamp, 'When the room opens for this person; null unless waitsFor is opening.'),
  answers: Type.Array(EntryAnswer, {
    description: 'The answers to the entry form while this person waits; empty after that.',
  }),
  isSpeakingAllowed: Type.Boolean({ description: 'Whether this person may send media now.' }),
  isPresent: Type.Boolean({
    description: 'Whether this person is connected to the call, or watches the automatic webinar, now.',
  }),
  createdAt: Timestamp,
});

const mark = Type.Optional(Type.String({ maxLength: 1000 }));

/** Where a person came from, as the first page of their visit knows it. */
const Referral = Type.Object(
  {
    referer: mark,
    utmSource: mark,
    utmMedium: mark,
    utmCampaign: mark,
    utmContent: mark,
    utmTerm: mark,
  },
  { description: 'Where the person came from, for reports.' },
);

export const participantRoutes = {
  createParticipant: route({
    summary: 'Enter: become a participant of a room',
    source: 'decisions 5',
    body: Type.Object({
      roomId: Id,
      clientUniqueId: Type.String({ minLength: 1, maxLength: 200 }),
      name: Type.Optional(VisibleText(100)),
      role: Type.Optional(
        Nullable(Type.String({ description: 'Accepted and ignored: the credential decides.' })),
      ),
      fields: Type.Optional(FieldValues),
      referral: Type.Optional(Referral),
    }),
    status: 201,
    answer: Type.Interface([Participant], {
      spaceId: Id,
      access_token: Type.String({ description: "The participant's own session." }),
      expires_in: Type.Integer({ description: 'Seconds.' }),
    }),
    errors: [...refusalsOfEntry, 'waiting_room_full'],
  }),
  getParticipant: route({
    summary:
      'Read your own participant; while waiting, repeat this at least every 20 s to stay in the waiting room',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: ['waiting_room_full'],
  }),
  issueSignalingToken: route({
    summary: 'Get the token with which the media SDK connects; valid for 60 s',
    source: 'decisions 5',
    status: 200,
    answer: Type.Object({ signalingToken: Type.String(), url: Type.String(), entryId: Id }),
    errors: [...refusalsOfEntry, 'not_admitted', 'waiting_room_full', 'engine_away'],
  }),
  joinRoom: route({
    summary: 'Report that the participant has joined; may be repeated',
    source: 'decisions 5',
    body: Type.Object({ participantId: Id }),
    status: 200,
    answer: Participant,
    errors: ['removed_from_call', 'entry_refused', 'not_admitted'],
  }),
  listParticipants: route({
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
    status: 200,
    answer: List(Participant),
    errors: [],
  }),
  admitParticipant: route({
    summary: 'Admit a waiting participant',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: ['participant_not_waiting'],
  }),
  refuseParticipant: route({
    summary: 'Refuse a waiting participant; they cannot enter this call again',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: ['participant_not_waiting'],
  }),
  admitEverybody: route({
    summary: 'Admit all waiting participants',
    source: 'decisions 5',
    status: 200,
    answer: List(Participant),
    errors: [],
  }),
  refuseEverybody: route({
    summary: 'Refuse all waiting participants; they cannot enter this call again',
    source: 'decisions 5',
    status: 200,
    answer: List(Participant),
    errors: [],
  }),
  muteParticipant: route({
    summary: "Turn off a participant's microphone, camera or screen; they may turn it on again",
    source: 'decisions 5',
    body: Type.Object({ source: Source }),
    status: 200,
    answer: Participant,
    errors: ['participant_not_in_call', 'nothing_to_mute', 'engine_away'],
  }),
  muteEverybody: route({
    summary:
      'Turn off a source of everybody in the call except moderators; they may turn it on again where the room allows it',
    source: 'decisions 5',
    body: Type.Object({ source: Source }),
    status: 200,
    answer: List(Participant),
    errors: ['engine_away'],
  }),
  updateParticipant: route({
    summary: 'Change the name of a participant, or their role until the end of this call',
    source: 'decisions 5',
    body: Type.Object({
      name: Type.Optional(VisibleText(100)),
      role: Type.Optional(OneOf('user', 'moderator')),
    }),
    status: 200,
    answer: Participant,
    errors: ['participant_not_in_call', 'leads_room'],
  }),
  spotlightParticipant: route({
    summary: 'Show a participant large to everybody, and in the recording; several at a time',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: ['participant_not_in_call', 'engine_away'],
  }),
  endSpotlight: route({
    summary: 'End the spotlight on a participant; also one that has ended',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: ['engine_away'],
  }),
  removeParticipant: route({
    summary: 'Remove a participant for the rest of this call, or from an automatic webinar',
    source: 'decisions 4 and 5',
    status: 200,
    answer: Participant,
    errors: ['participant_not_in_call'],
  }),
  readmitParticipant: route({
    summary: 'Let a removed or refused participant enter again, with every link and browser of theirs',
    source: 'decisions 4',
    status: 200,
    answer: Participant,
    errors: [],
  }),
  releaseParticipantLink: route({
    summary: "Release a participant's link, so that they may enter by it with another browser",
    source: 'decisions 4',
    status: 200,
    answer: Participant,
    errors: ['link_expired', 'link_revoked'],
  }),
  allowSpeaking: route({
    summary: 'Allow a participant of a webinar to speak',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: ['participant_not_in_call'],
  }),
  stopSpeaking: route({
    summary: 'Withdraw the permission to speak',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: ['participant_not_in_call'],
  }),
  reportActivity: route({
    summary:
      'Report whether the tab of the call is visible and whether the participant speaks, after entering and at each change',
    source: 'decisions 10',
    body: Type.Object({
      entryId: Type.Optional(Id),
      number: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
      isTabVisible: Type.Optional(Type.Boolean()),
      isSpeaking: Type.Optional(Type.Boolean()),
    }),
    status: 204,
    errors: ['participant_not_in_call'],
  }),
};
