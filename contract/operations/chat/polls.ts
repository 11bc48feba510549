import { Type } from 'typebox';
import { route } from '../../route.ts';
import { Nullable, VisibleText } from '../../shared.ts';
import { ChatIdIn, Poll, PollOption } from './objects.ts';

const OptionText = VisibleText(250);

/** The choices of the person who writes a poll, besides its question and options. */
export const pollChoices = {
  isSingleChoice: Type.Optional(
    Type.Boolean({ description: 'Whether a vote names only one option. Default false.' }),
  ),
  areResultsHidden: Type.Optional(
    Type.Boolean({ description: 'Whether only moderators see results while the poll runs. Default false.' }),
  ),
};

/** The parts of a poll that people write. */
export const pollContent = {
  question: VisibleText(250),
  withAnswer: Type.Optional(Type.Boolean()),
  isOpenEnded: Type.Optional(Type.Boolean()),
  ...pollChoices,
  options: Type.Optional(
    Type.Array(Type.Object({ option: OptionText, valid: Type.Optional(Nullable(Type.Boolean())) }), {
      maxItems: 20,
      description: 'The options in their order, at least 2; none for an open question.',
    }),
  ),
  validOptions: Type.Optional(
    Nullable(Type.Array(Type.Boolean(), { maxItems: 20, description: 'Instead of `valid`, by position.' })),
  ),
  templateId: Type.Optional(Nullable(Type.Union([Type.String({ maxLength: 128 }), Type.Integer()]))),
};

/** Polls: created and run by moderators, answered by everybody who joined. */
export const chatPollRoutes = {
  listPolls: route({
    summary: 'List the polls of a channel, newest first; those not started yet for moderators only',
    source: 'chat.md',
    query: Type.Object({
      channelId: Type.String({ pattern: '^[1-9][0-9]{0,17}$', description: 'The channel of the polls.' }),
    }),
    status: 200,
    answer: Type.Array(Poll),
    errors: [],
  }),
  getPoll: route({
    summary: 'Read a poll',
    source: 'chat.md',
    status: 200,
    answer: Poll,
    errors: [],
  }),
  createPoll: route({
    summary: 'Create a poll; people see it once it has started',
    source: 'chat.md',
    body: Type.Object({
      channelId: ChatIdIn,
      ...pollContent,
    }),
    status: 201,
    answer: Poll,
    errors: [],
  }),
  startPoll: route({
    summary: 'Start a poll; a running one does not change',
    source: 'chat.md',
    status: 200,
    answer: Poll,
    errors: ['poll_stopped'],
  }),
  stopPoll: route({
    summary: 'Stop a poll and publish the result',
    source: 'chat.md',
    status: 200,
    answer: Poll,
    errors: ['poll_stopped', 'poll_not_started'],
  }),
  votePoll: route({
    summary: 'Vote once for options, or answer an open question',
    source: 'chat.md',
    body: Type.Object({
      ids: Type.Optional(Type.Array(ChatIdIn, { minItems: 1, maxItems: 20 })),
      poll_id: Type.Optional(ChatIdIn),
      answer: Type.Optional(VisibleText(1000)),
    }),
    status: 200,
    answer: Type.Array(PollOption),
    errors: ['muted', 'links_not_allowed', 'already_voted', 'poll_stopped', 'poll_not_started'],
  }),
  deletePoll: route({
    summary: 'Delete a poll with its votes',
    source: 'chat.md',
    status: 204,
    errors: [],
  }),
};
