import { Type } from 'typebox';
import { Empty, route } from './route.ts';
import { Id, List, ListQuery, OneOf, Timestamp } from './shared.ts';
import { stageReactions } from './stage-reactions.ts';

export const Hand = Type.Object({ participantId: Id, name: Type.String(), raisedAt: Timestamp });

/** Raised hands and flying reactions; those in the room hear of them on its chat channel. */
export const gestureRoutes = {
  raiseHand: route({
    summary: 'Raise the own hand; one that is up stays where it is in the order',
    source: 'chat.md',
    status: 200,
    answer: Hand,
    errors: ['participant_not_in_call', 'hands_off'],
  }),
  lowerHand: route({
    summary: "Lower the own hand, or as moderator anybody's",
    source: 'chat.md',
    status: 204,
    errors: [],
  }),
  listHands: route({
    summary: 'Who raised a hand in the call that runs, in that order',
    source: 'chat.md',
    query: ListQuery({}),
    status: 200,
    answer: List(Hand),
    errors: [],
  }),
  lowerAllHands: route({
    summary: 'Lower every hand',
    source: 'chat.md',
    status: 204,
    errors: [],
  }),
  sendStageReaction: route({
    summary: 'Let a reaction fly across the stage; gathered for 500 ms and told as counts',
    source: 'chat.md',
    body: Type.Object({ emoji: OneOf(...stageReactions) }),
    status: 202,
    answer: Empty,
    errors: ['participant_not_in_call'],
  }),
};
