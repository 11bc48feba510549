import { Type } from 'typebox';
import { samplePollsWithAnswers } from '../examples/analytics.ts';
import { samplePollContent, samplePreparedPoll } from '../examples/chat.ts';
import { inTheCall, room } from '../permissions/permission.ts';
import { route } from '../route.ts';
import { List, ListQuery } from '../shared.ts';
import { Poll } from './chat/objects.ts';
import { pollContent } from './chat/polls.ts';
import { PollList, pollFiles, pollFormat } from './reports-chat.ts';

/** Polls of a room for those who lead it: prepared before the call, and who answered what. They are run in the chat. */
export const roomPollRoutes = {
  listRoomPolls: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/polls',
    permission: room('moderate', inTheCall),
    summary: 'List the polls of a room: prepared ones in their order, then the others by time',
    source: 'issue 21',
    query: ListQuery({}),
    answer: List(Poll),
  }),
  createRoomPoll: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/polls',
    permission: room('moderate', inTheCall),
    summary: 'Prepare a poll as the last one; people see it once it has started',
    source: 'issue 21',
    body: Type.Object(pollContent),
    status: 201,
    answer: Poll,
    example: { body: samplePollContent, answer: samplePreparedPoll },
  }),
  updateRoomPoll: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/polls/:pollId',
    permission: room('moderate', inTheCall),
    summary: 'Change a poll that has not started, or its position',
    source: 'issue 21',
    body: Type.Partial(
      Type.Object({
        ...pollContent,
        position: Type.Integer({
          minimum: 0,
          maximum: 1000,
          description: 'The new position among the prepared polls; a greater one than there are: the last.',
        }),
      }),
    ),
    answer: Poll,
    errors: ['poll_started'],
    example: {
      body: { areResultsHidden: false, position: 1 },
      answer: { ...samplePreparedPoll, areResultsHidden: false },
    },
  }),
  deleteRoomPoll: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/polls/:pollId',
    permission: room('moderate', inTheCall),
    summary: 'Delete a poll of a room with its votes',
    source: 'issue 21',
  }),
  listRoomPollAnswers: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/poll-answers',
    permission: room('moderate', inTheCall),
    summary: 'List the started polls of a room with who answered what, oldest first',
    source: 'issue 21',
    query: Type.Object({
      pollId: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: 'Only this poll.' })),
      ...pollFormat,
    }),
    answer: PollList,
    files: pollFiles,
    example: { answer: samplePollsWithAnswers },
  }),
};
