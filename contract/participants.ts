import { Type } from 'typebox';
import { route } from './route.ts';
import { Id, List, ListQuery, Nullable, OneOf, Timestamp } from './shared.ts';
import { Email, Phone } from './users.ts';

const Source = OneOf('microphone', 'camera', 'screen');

export const Participant = Type.Object({
  id: Id,
  roomId: Id,
  name: Type.String(),
  role: OneOf('user', 'moderator'),
  status: OneOf('admitted', 'removed'),
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
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      role: Type.Optional(
        Nullable(Type.String({ description: 'Accepted and ignored: the credential decides.' })),
      ),
      fields: Type.Optional(
        Type.Object(
          { email: Type.Optional(Email), phone: Type.Optional(Phone) },
          { description: 'By slug.' },
        ),
      ),
    }),
    status: 201,
    answer: Type.Interface([Participant], {
      spaceId: Id,
      access_token: Type.String({ description: "The participant's own session." }),
      expires_in: Type.Integer({ description: 'Seconds.' }),
    }),
    errors: ['link_expired', 'link_used', 'link_revoked', 'removed_from_call'],
  }),
  issueSignalingToken: route({
    summary: 'Get the token with which the media SDK connects; it lives 60 s',
    source: 'decisions 5',
    status: 200,
    answer: Type.Object({ signalingToken: Type.String(), url: Type.String() }),
    errors: ['link_expired', 'link_used', 'link_revoked', 'removed_from_call', 'engine_away'],
  }),
  joinRoom: route({
    summary: 'Note that the participant is in; may be repeated',
    source: 'decisions 5',
    body: Type.Object({ participantId: Id }),
    status: 200,
    answer: Participant,
    errors: ['removed_from_call'],
  }),
  listParticipants: route({
    summary: 'List who is in the call now',
    source: 'decisions 5',
    query: ListQuery({}),
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
