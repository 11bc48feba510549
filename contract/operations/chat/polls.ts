import { Type } from 'typebox';
import { chatIds } from '../../examples/ids.ts';
import { About, sampleOf } from '../../model.ts';
import { inChannel, moderatingChannel } from '../../permissions/permission.ts';
import { route, section } from '../../route.ts';
import { Flag, Nullable, VisibleText } from '../../shared.ts';
import { ChatIdIn, ChatIdInQuery, Poll, PollOption, sampleOptions } from './objects.ts';

const OptionText = VisibleText(250);

/** The choices of the person who writes a poll, besides its question and options. */
export const pollChoices = {
  isSingleChoice: Type.Optional(Flag('Whether a vote names only one option. Default false.')),
  areResultsHidden: Type.Optional(
    Flag('Whether only moderators see results while the poll runs. Default false.'),
  ),
};

/** The options that people write, with the correct ones among them. */
export const WrittenOptions = (description: string) =>
  Type.Array(
    Type.Object({
      option: About(OptionText, 'The text of the option.'),
      valid: Type.Optional(
        Nullable(Type.Boolean(), 'Whether it is a correct answer; only with withAnswer. null or absent: no.'),
      ),
    }),
    { maxItems: 20, description },
  );

/** The parts of a poll that people write. */
export const pollContent = {
  question: VisibleText(250, 'The question, 1 to 250 characters.'),
  withAnswer: Type.Optional(Flag('Whether some of the options are correct. Default false.')),
  isOpenEnded: Type.Optional(Flag('Whether answers are text instead of options. Default false.')),
  ...pollChoices,
  options: Type.Optional(
    WrittenOptions('The options in their order, at least 2; none for an open question.'),
  ),
  validOptions: Type.Optional(
    Nullable(
      Type.Array(Type.Boolean(), { maxItems: 20, description: 'Instead of `valid`, by position.' }),
      'Instead of valid in the options: whether each is correct, by position.',
    ),
  ),
  templateId: Type.Optional(
    Nullable(
      Type.Union([Type.String({ maxLength: 128 }), Type.Integer()]),
      'Your own id of the template of the poll; null: none. A number is returned as text.',
    ),
  ),
};

const poll = sampleOf(Poll);
export const samplePollContent = {
  question: poll.question,
  withAnswer: true,
  isSingleChoice: true,
  areResultsHidden: true,
  options: poll.options.map(({ option, valid = false }) => ({ option, valid })),
};
export const samplePreparedPoll = {
  ...poll,
  status: 'new',
  options: sampleOptions(0, 0, 0),
  votes: 0,
  moderatorVotes: 0,
} as const;

/** Polls: created and run by moderators, answered by everybody who joined. */
export const chatPollRoutes = section('Chat', 'chat.md', {
  listPolls: route({
    path: 'GET /v1/polls',
    permission: inChannel,
    summary: 'List the polls of a channel, newest first; those not started yet for moderators only',
    query: Type.Object({
      channelId: ChatIdInQuery('The channel of the polls.'),
    }),
    answer: Type.Array(Poll),
  }),
  getPoll: route({
    path: 'GET /v1/polls/:pollId',
    permission: inChannel,
    summary: 'Read a poll',
    answer: Poll,
  }),
  createPoll: route({
    path: 'POST /v1/polls/create',
    permission: moderatingChannel,
    summary: 'Create a poll; people see it once it has started',
    body: Type.Object({
      channelId: About(ChatIdIn, 'The chat channel.'),
      ...pollContent,
    }),
    status: 201,
    answer: Poll,
    errors: ['polls_off'],
    example: { body: { channelId: chatIds.channel, ...samplePollContent }, answer: samplePreparedPoll },
  }),
  startPoll: route({
    path: 'POST /v1/polls/:pollId/start',
    permission: moderatingChannel,
    summary: 'Start a poll; a running one does not change',
    answer: Poll,
    errors: ['polls_off', 'poll_stopped'],
    example: { answer: { ...samplePreparedPoll, status: 'in_progress' } },
  }),
  stopPoll: route({
    path: 'POST /v1/polls/:pollId/stop',
    permission: moderatingChannel,
    summary: 'Stop a poll and publish the result',
    answer: Poll,
    errors: ['poll_stopped', 'poll_not_started'],
    example: { answer: { ...sampleOf(Poll), status: 'done', stoppedAt: '2026-03-17T14:27:03.064Z' } },
  }),
  votePoll: route({
    path: 'POST /v1/polls/vote',
    permission: inChannel,
    summary: 'Vote once for options, or answer an open question',
    body: Type.Object({
      ids: Type.Optional(
        Type.Array(ChatIdIn, { minItems: 1, maxItems: 20, description: 'The ids of the options.' }),
      ),
      poll_id: Type.Optional(
        About(ChatIdIn, 'The poll with the open question; needed with answer, not with ids.'),
      ),
      answer: Type.Optional(VisibleText(1000, 'The answer to an open question, as text.')),
    }),
    answer: Type.Array(PollOption),
    errors: ['muted', 'links_not_allowed', 'already_voted', 'poll_stopped', 'poll_not_started'],
    example: {
      body: { poll_id: chatIds.poll, ids: ['15362'] },
      answer: sampleOptions(1, 8, 3).map((option) => ({ ...option, isVoted: option.valid })),
    },
  }),
  deletePoll: route({
    path: 'DELETE /v1/polls/:pollId',
    permission: moderatingChannel,
    summary: 'Delete a poll with its votes',
  }),
});
