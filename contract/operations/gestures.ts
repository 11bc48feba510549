import { Type } from 'typebox';
import { student } from '../examples/ids.ts';
import { About, Model, Sample } from '../model.ts';
import { inTheCall, participant, room } from '../permissions/permission.ts';
import { Empty, route, section } from '../route.ts';
import { List, ListQuery, OneOf, ParticipantId, StoredName, Timestamp } from '../shared.ts';
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

/** Raised hands and flying reactions; the room's chat channel publishes them. */
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
