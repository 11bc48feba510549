import { createFakeChat } from '../chat/chat.fake.ts';
import { FakeServer, refusal } from '../chat/server.fake.ts';
import type { Channel } from '../chat/types.ts';
import type { NewPoll, Poll, PollApi } from './api.ts';
import { Polls } from './polls.ts';

/** A fake server with polls that numbers its changes as the real one does. */
class PollServer extends FakeServer {
  polls: Poll[] = [];
  beforePoll: (operation: keyof PollApi) => void | Promise<void> = () => undefined;
  #last = 500;

  override channel(pageSize?: number): Channel {
    const polls = this.polls.filter(({ status }) => status === 'in_progress');
    return { ...super.channel(pageSize), polls: polls.map((poll) => structuredClone(poll)) };
  }

  make({ question, options = [], isOpenEnded = false, withAnswer = false, ...rules }: NewPoll): Poll {
    const { isSingleChoice = false, areResultsHidden = false } = rules;
    this.#last += 1;
    const poll: Poll = {
      id: String(this.#last),
      channelId: this.channelId,
      question,
      isVoted: false,
      withAnswer,
      isOpenEnded,
      isSingleChoice,
      areResultsHidden,
      position: this.polls.length + 1,
      status: 'new',
      options: options.map(({ option, valid }, index) => ({
        id: `${this.#last}${index}`,
        option,
        valid: valid === true,
        votesCount: 0,
      })),
      votes: 0,
      moderatorVotes: 0,
      ...(isOpenEnded ? { answers: [] } : {}),
      templateId: null,
      createdAt: new Date(this.#last).toISOString(),
      stoppedAt: null,
    };
    this.polls.push(poll);
    return poll;
  }

  turn(poll: Poll, status: 'in_progress' | 'done'): void {
    poll.status = status;
    const { isVoted: _own, answers: _answers, ...published } = structuredClone(poll);
    if (status !== 'done') for (const option of published.options) delete option.valid;
    this.change(status === 'done' ? 'poll-stop' : 'poll-start', published);
  }

  /** Adds a running poll with these options. */
  running(question: string, ...options: string[]): Poll {
    const poll = this.make({ question, options: options.map((option) => ({ option })) });
    this.turn(poll, 'in_progress');
    return poll;
  }

  cast(poll: Poll, ...indexes: number[]): void {
    const chosen = indexes.flatMap((index) => poll.options[index] ?? []);
    for (const option of chosen) option.votesCount += 1;
    poll.votes += 1;
    this.change('poll-vote', { pollId: poll.id, pollOptionsIds: chosen.map(({ id }) => id) });
  }

  /** A vote whose event says nothing about the choice. */
  castHidden(poll: Poll, index: number): void {
    const option = poll.options[index];
    if (option) option.votesCount += 1;
    poll.votes += 1;
    this.change('poll-vote', { pollId: poll.id, pollOptionsIds: [] });
  }

  reply(poll: Poll, userId: string, answer: string): void {
    const user = { id: userId, username: '', displayName: `User ${userId}` };
    const given = { id: `${poll.id}9${poll.votes}`, answer, user };
    poll.answers?.unshift(given);
    poll.votes += 1;
    this.change('poll-vote-open-ended', { ...given, pollId: poll.id });
  }

  /** The vote of a moderator, with an option or with hidden results. */
  castByModerator(poll: Poll, ...indexes: number[]): void {
    const chosen = indexes.flatMap((index) => poll.options[index] ?? []);
    for (const option of chosen) option.votesCount += 1;
    poll.votes += 1;
    poll.moderatorVotes += 1;
    const pollOptionsIds = chosen.map(({ id }) => id);
    this.change('poll-vote', { pollId: poll.id, pollOptionsIds, byModerator: true });
  }

  drop(poll: Poll): void {
    this.polls = this.polls.filter((other) => other !== poll);
    this.change('poll-deleted', { pollId: poll.id });
  }

  readonly pollApi: PollApi = {
    list: () => this.#answer('list', () => this.polls),
    get: (id) => this.#answer('get', () => this.#find(id)),
    create: (_, poll) => this.#answer('create', () => this.make(poll)),
    start: (id) => this.#answer('start', () => this.#turned(id, 'in_progress')),
    stop: (id) => this.#answer('stop', () => this.#turned(id, 'done')),
    remove: (id) => this.#answer('remove', () => this.drop(this.#find(id))),
    vote: (ids) =>
      this.#answer('vote', () => {
        const poll = this.polls.find(({ options }) => options.some(({ id }) => ids.includes(id)));
        if (!poll) throw refusal(422, 'validation_failed');
        if (poll.isVoted) throw refusal(409, 'already_voted');
        this.cast(poll, ...ids.map((id) => poll.options.findIndex((option) => option.id === id)));
        poll.isVoted = true;
        for (const option of poll.options) option.isVoted = ids.includes(option.id);
        return poll.options;
      }),
    answer: (id, answer) => this.#answer('answer', () => this.reply(this.#find(id), this.me.id, answer)),
  };

  async #answer<T>(operation: keyof PollApi, answer: () => T): Promise<T> {
    this.asked.push(operation);
    // The response is read now and arrives later.
    const read = operation === 'list' || operation === 'get' ? structuredClone(answer()) : undefined;
    await this.beforePoll(operation);
    return read ?? structuredClone(answer());
  }

  #find(id: string): Poll {
    const poll = this.polls.find((one) => one.id === id);
    if (!poll) throw refusal(404, 'not_found');
    return poll;
  }

  #turned(id: string, status: 'in_progress' | 'done'): Poll {
    const poll = this.#find(id);
    if (poll.status === 'done') throw refusal(409, 'poll_stopped');
    this.turn(poll, status);
    return poll;
  }
}

/** Polls on a fake chat; the test controls the server. */
export function createFakePolls() {
  const server = new PollServer();
  const fake = createFakeChat({ server });
  const { chat, visit } = fake;
  const open = (): Polls =>
    new Polls({
      ...{ api: server.pollApi, conversation: chat.room, live: chat.live, visit, clock: fake.clock },
      meId: () => chat.me.get()?.id,
    });
  const polls = open();
  const one = (id: string): Poll | undefined => polls.state.get().polls.find((poll) => poll.id === id);
  return {
    ...fake,
    server,
    polls,
    open,
    one,
    counts: (id: string): number[] => one(id)?.options.map(({ votesCount }) => votesCount) ?? [],
    questions: (): string[] => polls.state.get().polls.map(({ question }) => question),
  };
}
