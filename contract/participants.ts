import { Type } from 'typebox';
import { route } from './route.ts';
import { FieldValues, Id, List, ListQuery, Nullable, OneOf, Timestamp, VisibleText } from './shared.ts';

const Source = OneOf('microphone', 'camera', 'screen');

export const Participant = Type.Object({
  id: Id,
  roomId: Id,
  name: Type.String(),
  role: OneOf('user', 'moderator'),
  status: OneOf('admitted', 'waiting', 'refused', 'removed'),
  isSpeakingAllowed: Type.Boolean({ description: 'May this person send anything now?' }),
  isPresent: Type.Boolean({ description: 'Is a media session of this person in the call now?' }),
  createdAt: Timestamp,
});

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
    }),
    status: 201,
    answer: Type.Interface([Participant], {
      spaceId: Id,
      access_token: Type.String({ description: "The participant's own session." }),
      expires_in: Type.Integer({ description: 'Seconds.' }),
    }),
    errors: ['link_expired', 'link_used', 'link_revoked', 'removed_from_call', 'entry_refused'],
  }),
  getParticipant: route({
    summary: 'Read your own participant; who waits keeps their place by asking at least every 20 s',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: [],
  }),
  issueSignalingToken: route({
    summary: 'Get the token with which the media SDK connects; it lives 60 s',
    source: 'decisions 5',
    status: 200,
    answer: Type.Object({ signalingToken: Type.String(), url: Type.String() }),
    errors: [
      'link_expired',
      'link_used',
      'link_revoked',
      'removed_from_call',
      'entry_refused',
      'not_admitted',
      'engine_away',
    ],
  }),
  joinRoom: route({
    summary: 'Note that the participant is in; may be repeated',
    source: 'decisions 5',
    body: Type.Object({ participantId: Id }),
    status: 200,
    answer: Participant,
    errors: ['removed_from_call', 'entry_refused', 'not_admitted'],
  }),
  listParticipants: route({
    summary: 'List who is in the call now, and who waits to be let in',
    source: 'decisions 5',
    query: ListQuery({ status: Type.Optional(OneOf('admitted', 'waiting')) }),
    status: 200,
    answer: List(Participant),
    errors: [],
  }),
  admitParticipant: route({
    summary: 'Let in somebody who waits',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: ['participant_not_waiting'],
  }),
  refuseParticipant: route({
    summary: 'Send away somebody who waits; they cannot come back in this call',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: ['participant_not_waiting'],
  }),
  admitEverybody: route({
    summary: 'Let in all who wait',
    source: 'decisions 5',
    status: 200,
    answer: List(Participant),
    errors: [],
  }),
  muteParticipant: route({
    summary: 'Switch off what a person sends; the person may switch it on again',
    source: 'decisions 5',
    body: Type.Object({ source: Source }),
    status: 200,
    answer: Participant,
    errors: ['participant_not_in_call', 'nothing_to_mute', 'engine_away'],
  }),
  removeParticipant: route({
    summary: 'Put a person out for the rest of this call',
    source: 'decisions 4 and 5',
    status: 200,
    answer: Participant,
    errors: ['participant_not_in_call'],
  }),
  allowSpeaking: route({
    summary: 'Let a person of a webinar speak',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: ['participant_not_in_call'],
  }),
  stopSpeaking: route({
    summary: 'Take the leave to speak back',
    source: 'decisions 5',
    status: 200,
    answer: Participant,
    errors: ['participant_not_in_call'],
  }),
};
