import { Type } from 'typebox';
import { student } from '../examples/ids.ts';
import { About, Model, Sample } from '../model.ts';
import { inTheCall, participant, room } from '../permissions/permission.ts';
import { Empty, route, section } from '../route.ts';
import { List, ListQuery, Nullable, OneOf, ParticipantId, StoredName, Timestamp } from '../shared.ts';
import { feedbackAnswers } from './feedback-answers.ts';
import { stageReactions } from './stage-reactions.ts';

export const Hand = Model('Hand', {
  participantId: ParticipantId,
  name: Sample(StoredName, student.name),
  raisedAt: About(
    Timestamp,
    'When the hand was raised; hands are in this order.',
    '2026-03-17T14:21:37.442Z',
  ),
});

const answer = 'The answer: "yes", "no", or that the teacher should go on "slower" or "faster".';

export const Feedback = Model('Feedback', {
  participantId: ParticipantId,
  name: Sample(StoredName, student.name),
  answer: About(OneOf(...feedbackAnswers), answer, 'yes'),
  answeredAt: About(Timestamp, 'When the person gave this answer.', '2026-03-17T14:21:37.442Z'),
});

/** Raised hands, counted feedback and flying reactions; the room's chat channel publishes them. */
export const gestureRoutes = section('Gestures', 'chat.md', {
  raiseHand: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/raise-hand',
    permission: participant('partake', ['participant']),
    summary: 'Raise your own hand; a raised one keeps its position',
    answer: Hand,
    errors: ['participant_not_in_call', 'hands_off'],
  }),
  lowerHand: route({
    path: 'POST /v1/spaces/:spaceId/participants/:participantId/lower-hand',
    permission: participant('ownOrModerate', inTheCall),
    summary: "Lower your own hand, or as a moderator anybody's",
  }),
  listHands: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/hands',
    permission: room('partake', inTheCall),
    summary: 'List the raised hands in the running call, in their order',
    query: ListQuery({}),
    answer: List(Hand),
  }),
  lowerAllHands: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/hands',
    permission: room('moderate', inTheCall),
    summary: 'Lower all hands',
  }),
  setFeedback: route({
    path: 'PUT /v1/spaces/:spaceId/participants/:participantId/feedback',
    permission: participant('partake', ['participant']),
    summary: 'Give or take back your own answer; answers are collected for 500 ms, stored and published',
    body: Type.Object({
      answer: Nullable(OneOf(...feedbackAnswers), `${answer} null: none.`, 'yes'),
    }),
    errors: ['participant_not_in_call', 'reactions_off'],
  }),
  listFeedback: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/feedback',
    permission: room('partake', inTheCall),
    summary: 'List the answers of the people in the running call, the oldest first',
    query: ListQuery({}),
    answer: List(Feedback),
  }),
  clearFeedback: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/feedback',
    permission: room('moderate', inTheCall),
    summary: 'Clear the answers of everybody',
  }),
  sendStageReaction: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/reactions',
    permission: room('partake', ['participant']),
    allowedFor: 'participants of the call',
    summary: 'Send a stage reaction; reactions are collected for 500 ms and published as counts with names',
    body: Type.Object({ emoji: About(OneOf(...stageReactions), 'The emoji that flies across the stage.') }),
    status: 202,
    answer: Empty,
    errors: ['participant_not_in_call', 'reactions_off'],
    example: { body: { emoji: '👏' } },
  }),
});
