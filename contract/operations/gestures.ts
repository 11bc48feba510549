import { Type } from 'typebox';
import { Empty, route } from '../route.ts';
import { Id, List, ListQuery, OneOf, Timestamp } from '../shared.ts';
import { stageReactions } from './stage-reactions.ts';

export const Hand = Type.Object({ participantId: Id, name: Type.String(), raisedAt: Timestamp });

/** Raised hands and flying reactions; the room's chat channel publishes them. */
export const gestureRoutes = {
  raiseHand: route({
    summary: 'Raise your own hand; a raised one keeps its position',
    source: 'chat.md',
    status: 200,
    answer: Hand,
    errors: ['participant_not_in_call', 'hands_off'],
  }),
  lowerHand: route({
    summary: "Lower your own hand, or as a moderator anybody's",
    source: 'chat.md',
    status: 204,
    errors: [],
  }),
  listHands: route({
    summary: 'List the raised hands in the running call, in their order',
    source: 'chat.md',
    query: ListQuery({}),
    status: 200,
    answer: List(Hand),
    errors: [],
  }),
  lowerAllHands: route({
    summary: 'Lower all hands',
    source: 'chat.md',
    status: 204,
    errors: [],
  }),
  sendStageReaction: route({
    summary: 'Send a stage reaction; reactions are collected for 500 ms and published as counts with names',
    source: 'chat.md',
    body: Type.Object({ emoji: OneOf(...stageReactions) }),
    status: 202,
    answer: Empty,
    errors: ['participant_not_in_call', 'reactions_off'],
  }),
};
