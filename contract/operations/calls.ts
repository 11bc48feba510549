import { Type } from 'typebox';
import { sampleCall, sampleFinishedCall } from '../examples/calls.ts';
import { About, giveExample, Model } from '../model.ts';
import { inTheCall, room } from '../permissions/permission.ts';
import { route } from '../route.ts';
import { Flag, Id, Nullable, OneOf, RoomId, Text, Timestamp } from '../shared.ts';

/** A call in the analytics (interface 2.10, decisions 6). */
export const Call = Model('Call', {
  id: About(Id, 'The call, as callId elsewhere.'),
  active: Flag('Whether the call is still running.'),
  roomId: RoomId,
  participantsCount: Type.Integer({
    description: 'Participants present now; for a finished call the highest number at once.',
  }),
  totalParticipantsCount: Type.Integer({ description: 'Entries.' }),
  uniqueParticipantsCount: Type.Integer({ description: 'Distinct people.' }),
  isBreakoutRoom: Flag('Always false.'),
  planAlias: Text("The plan of the group's owner."),
  roomType: About(OneOf('lesson', 'webinar'), 'The type of the room.'),
  startedAt: About(Timestamp, 'When it began.'),
  finishedAt: Nullable(
    Timestamp,
    'When the last participant left or a moderator ended the call; null while it runs.',
  ),
});
giveExample(Call, sampleCall);

export const callRoutes = {
  getActiveCall: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/calls/active',
    permission: room('moderate', inTheCall),
    summary: 'Read the running call of a room',
    source: 'decisions 5',
    answer: Call,
    errors: ['call_not_active'],
  }),
  finishActiveCall: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/calls/active/finish',
    permission: room('moderate', inTheCall),
    summary: 'End the call for everyone',
    source: 'decisions 5 and 6',
    answer: Call,
    errors: ['call_not_active'],
    example: { answer: { ...sampleFinishedCall, participantsCount: sampleCall.participantsCount } },
  }),
};
