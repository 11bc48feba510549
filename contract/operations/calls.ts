import { Type } from 'typebox';
import { route } from '../route.ts';
import { Id, Nullable, OneOf, Timestamp } from '../shared.ts';

/** A call in the analytics (interface 2.10, decisions 6). */
export const Call = Type.Object({
  id: Id,
  active: Type.Boolean(),
  roomId: Id,
  participantsCount: Type.Integer({
    description: 'Participants present now; for a finished call the highest number at once.',
  }),
  totalParticipantsCount: Type.Integer({ description: 'Entries.' }),
  uniqueParticipantsCount: Type.Integer({ description: 'Distinct people.' }),
  isBreakoutRoom: Type.Boolean(),
  planAlias: Type.String(),
  roomType: OneOf('lesson', 'webinar'),
  startedAt: Timestamp,
  finishedAt: Nullable(Timestamp),
});

export const callRoutes = {
  getActiveCall: route({
    summary: 'Read the running call of a room',
    source: 'decisions 5',
    status: 200,
    answer: Call,
    errors: ['call_not_active'],
  }),
  finishActiveCall: route({
    summary: 'End the call for everyone',
    source: 'decisions 5 and 6',
    status: 200,
    answer: Call,
    errors: ['call_not_active'],
  }),
};
