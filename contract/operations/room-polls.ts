import { Type } from 'typebox';
import { inTheCall, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { List, ListQuery, Whole } from '../shared.ts';
import { ChatIdInQuery, Poll } from './chat/objects.ts';
import { pollContent, samplePollContent, samplePreparedPoll } from './chat/polls.ts';
import { PollList, pollFiles, pollFormat } from './reports-chat.ts';

/** Polls of a room for those who lead it: prepared before the call, and who answered what. They are run in the chat. */
export const roomPollRoutes = section('Polls of rooms', 'issue 21', {
  listRoomPolls: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/polls',
    permission: room('moderate', inTheCall),
    summary: 'List the polls of a room: prepared ones in their order, then the others by time',
    query: ListQuery({}),
    answer: List(Poll),
  }),
  createRoomPoll: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/polls',
    permission: room('moderate', inTheCall),
    summary: 'Prepare a poll as the last one; people see it once it has started',
    body: Type.Object(pollContent),
    status: 201,
    answer: Poll,
    example: { body: samplePollContent, answer: samplePreparedPoll },
  }),
  updateRoomPoll: route({
    path: 'PUT /v1/spaces/:spaceId/rooms/:roomId/polls/:pollId',
    permission: room('moderate', inTheCall),
    summary: 'Change a poll that has not started, or its position',
    body: Type.Partial(
      Type.Object({
        ...pollContent,
        position: Whole(
          { minimum: 0, maximum: 1000 },
          'The new position among the prepared polls; a greater one than there are: the last.',
        ),
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
  }),
  listRoomPollAnswers: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/poll-answers',
    permission: room('moderate', inTheCall),
    summary: 'List the started polls of a room with who answered what, oldest first',
    query: Type.Object({
      pollId: Type.Optional(ChatIdInQuery('Only this poll.')),
      ...pollFormat,
    }),
    answer: PollList,
    files: pollFiles,
  }),
});
