import { Type } from 'typebox';
import { ids } from '../examples/ids.ts';
import { About, Model, sampleOf } from '../model.ts';
import { inTheCall, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  Flag,
  Id,
  IsSample,
  Nullable,
  OneOf,
  RoomId,
  Text,
  TextOrNull,
  Timestamp,
  VisibleText,
} from '../shared.ts';

/** A call in the analytics (interface 2.10, decisions 6). */
export const Call = Model('Call', {
  id: About(Id, 'The call, as callId elsewhere.', ids.call),
  active: Flag('Whether the call is still running.', true),
  roomId: RoomId,
  participantsCount: Type.Integer({
    description: 'Participants present now; for a finished call the highest number at once.',
    sample: 12,
  }),
  totalParticipantsCount: Type.Integer({ description: 'Entries.', sample: 15 }),
  uniqueParticipantsCount: Type.Integer({ description: 'Distinct people.', sample: 13 }),
  isBreakoutRoom: Flag('Always false.', false),
  planAlias: Text("The plan of the group's owner.", 'business'),
  roomType: About(OneOf('lesson', 'webinar'), 'The type of the room.', 'lesson'),
  isSample: IsSample,
  startedAt: About(Timestamp, 'When it began.', '2026-03-17T14:00:00.284Z'),
  finishedAt: Nullable(
    Timestamp,
    'When the last participant left or a moderator ended the call; null while it runs.',
    null,
  ),
});

const sampleMessage = 'We begin in five minutes.';

export const callRoutes = section('Calls', 'decisions 5', {
  getActiveCall: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/calls/active',
    permission: room('moderate', inTheCall),
    summary: 'Read the running call of a room',
    answer: Call,
    errors: ['call_not_active'],
  }),
  getCallPresence: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/calls/active/presence',
    permission: room('see', ['anybody', 'link', ...inTheCall]),
    summary: 'Read who is in the running call of a room, for the entry page',
    answer: Type.Object({
      count: Type.Integer({ description: 'Participants present now; 0: there is no call.', sample: 12 }),
      names: Type.Array(Type.String(), {
        description:
          'The names of up to three of them, in the order of their arrival: for people with a role in a meeting without a waiting room, and for those who lead the room. Empty for others.',
        sample: ['Anna Petrova'],
      }),
    }),
  }),
  updateWaitingMessage: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/calls/active/waiting-message',
    permission: room('moderate', inTheCall),
    summary: 'Write one message to everybody who waits for the running call, replace it, or remove it',
    source: 'decisions 5',
    body: Type.Object({
      text: Nullable(
        VisibleText(300),
        'The message; pages show it as one paragraph of plain text, without links. People who wait, also those who come later, have it as waitingMessage while a moderator is in the call or has been in the last 60 s; it ends with the call. null: none.',
        sampleMessage,
      ),
    }),
    answer: Type.Object({
      text: TextOrNull('The message as it is now, without spaces around it; null: none.', sampleMessage),
    }),
    errors: ['call_not_active'],
  }),
  finishActiveCall: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/calls/active/finish',
    permission: room('moderate', inTheCall),
    summary: 'End the call for everyone',
    source: 'decisions 5 and 6',
    answer: Call,
    errors: ['call_not_active'],
    example: { answer: { ...sampleOf(Call), active: false, finishedAt: '2026-03-17T14:46:12.905Z' } },
  }),
});
