import { Events } from '../../kit/events.ts';
import { codeOf } from '../../kit/refusals.ts';
import { Replica, type ReplicaState } from '../../kit/replica.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import { readList } from '../chat/memory.ts';
import { textIn } from '../chat/payloads.ts';
import type { Channel } from '../chat/types.ts';
import type { Payload } from '../live/live.ts';
import type { NewPoll, PersonAnswer, Poll } from './api.ts';
import {
  addAnswer,
  answerIn,
  copyOf,
  countVote,
  keepOwnAnswers,
  markOwnVote,
  newerOf,
  pollIn,
  sortPolls,
  voteIn,
} from './changes.ts';
import { PollDraft } from './draft.ts';
import { KnownPolls } from './known-polls.ts';
import type { PersonalVote, PollParts } from './parts.ts';
import { SharedReads } from './shared-reads.ts';

type PollsState = {
  /** `failed`: the finished polls could not be read; the running ones are there all the same. */
  phase: ReplicaState['phase'];
  /** Newest first. */
  polls: readonly Poll[];
};

/** The result of an action: undefined, or the code of the refusal. */
export type RefusalCode = string | undefined;

/** In ms. Many prepared polls at once are one request. */
const hintsEvery = 1_000;

/**
 * The polls of a room. Running ones come with the channel and change with its numbers, so that their counts are
 * exact; the others do not change and are read as a list.
 */
export class Polls {
  /** Drafts, which survive a change of tabs: a poll, and open answers by the poll's id. */
  readonly draft = new PollDraft();
  readonly answers = new Map<string, string>();
  readonly #parts: PollParts;
  readonly #scope = createScope();
  readonly #state = createStore<PollsState>({ phase: 'loading', polls: [] });
  readonly state: Store<PollsState> = this.#state;
  readonly #waiting = createStore(0);
  /** How many running polls this person has neither voted in nor seen. */
  readonly waiting: Store<number> = this.#waiting;
  readonly #started = new Events<Poll>();
  readonly #known = new KnownPolls(() => this.#show());
  /** Polls that only this person sees, as the server last counted them. */
  #personal: readonly Poll[] = [];
  /** Polls that this person started, which are not reported. */
  readonly #own = new Set<string>();
  readonly #seen: Set<string>;
  readonly #list: Replica<readonly Poll[]>;
  #watchers = 0;
  /** Polls with hidden results by their ids. */
  readonly #reads: SharedReads;

  constructor(parts: PollParts) {
    const { api, conversation, live, clock } = parts;
    this.#parts = parts;
    const read = () => api.list(conversation.id);
    this.#list = new Replica({ initial: [], read, clock, hintsEvery });
    this.#scope.add(() => this.#list.end());
    this.#scope.add(this.#list.value.subscribe(() => this.#known.takeList(this.#list.value.get())));
    this.#scope.add(this.#list.state.subscribe(() => this.#show()));
    this.#reads = new SharedReads(clock, this.#scope);
    this.#seen = new Set(readList(parts.visit, this.#key).map(String));
    const on = (event: string, run: (payload: Payload) => void): void =>
      this.#scope.add(conversation.changes.on(event, run));
    on('poll-start', (payload) => this.#onStart(payload));
    on('poll-stop', (payload) => this.#onStop(payload));
    on('poll-vote', (payload) => {
      this.#change(payload, 'pollId', (poll) => countVote(poll, voteIn(payload)));
      this.#readHidden(payload);
    });
    on('poll-vote-open-ended', (payload) => {
      this.#onAnswer(payload);
      this.#readHidden(payload);
    });
    on('poll-deleted', (payload) => this.#known.forget(textIn(payload, 'pollId') ?? ''));
    // Only moderators receive this, without the content.
    this.#scope.add(live.onPersonal('prepared-polls', ({ channelId }) => this.#onPrepared(channelId)));
    this.#scope.add(live.onReturn(() => this.#onPrepared(conversation.id)));
    this.#scope.add(conversation.channel.subscribe(() => this.#onChannel(conversation.channel.get())));
    this.#onChannel(conversation.channel.get());
  }

  /** Called when somebody else started a poll. */
  onStarted(listener: (poll: Poll) => void): () => void {
    return this.#started.on('started', listener);
  }

  /** Reads the list again. */
  refresh(): Promise<void> {
    return this.#list.read();
  }

  /** Counts running polls as seen until the returned function is called, because they are on the page. */
  watch(): () => void {
    this.#watchers += 1;
    this.#look();
    return () => {
      this.#watchers -= 1;
    };
  }

  /** Replaces the polls that only this person sees. */
  setPersonal(polls: readonly Poll[]): void {
    const before = new Set(this.#personal.filter(isRunning).map(({ id }) => id));
    this.#setPersonal(polls);
    for (const poll of polls.filter(isRunning)) {
      if (!before.has(poll.id) && !poll.isVoted) this.#started.emit('started', poll);
    }
  }

  /** True for a poll that only this person sees at its second: nobody starts, ends or deletes it. */
  isPersonal(pollId: string): boolean {
    return this.#personal.some(({ id }) => id === pollId);
  }

  get isWatched(): boolean {
    return this.#watchers > 0;
  }

  #look(): void {
    const running = this.#all().filter(isRunning);
    if (running.every(({ id }) => this.#seen.has(id))) return;
    for (const { id } of running) this.#seen.add(id);
    this.#parts.visit.write(this.#key, JSON.stringify([...this.#seen]));
    this.#countWaiting();
  }

  /** Creates a poll and starts it if requested; if only the start fails, the poll can be started later. */
  create(poll: NewPoll, isStarted = false): Promise<RefusalCode> {
    return this.#try(async () => {
      const made = await this.#parts.api.create(this.#parts.conversation.id, poll);
      this.#known.take(made);
      if (isStarted) await this.start(made.id);
    });
  }

  /** Starts a copy with no votes. */
  askAgain(poll: Poll): Promise<RefusalCode> {
    return this.create(copyOf(poll), true);
  }

  /** True where prepared polls can be changed and answers of people be read. */
  get isOfRoom(): boolean {
    return this.#parts.api.ofRoom !== undefined;
  }

  update(pollId: string, poll: NewPoll): Promise<RefusalCode> {
    return this.#try(async () => {
      const updated = await this.#parts.api.ofRoom?.update(pollId, poll);
      if (updated) this.#known.take(updated);
    });
  }

  /** The answers of people, in the order of voting. */
  async answersOf(pollId: string): Promise<readonly PersonAnswer[]> {
    return (await this.#parts.api.ofRoom?.answers(pollId)) ?? [];
  }

  start(pollId: string): Promise<RefusalCode> {
    this.#own.add(pollId);
    return this.#try(async () => this.#known.takeLater(await this.#parts.api.start(pollId)));
  }

  stop(pollId: string): Promise<RefusalCode> {
    return this.#try(async () => this.#known.takeLater(await this.#parts.api.stop(pollId)));
  }

  remove(pollId: string): Promise<RefusalCode> {
    return this.#try(async () => {
      await this.#parts.api.remove(pollId);
      this.#known.forget(pollId);
    });
  }

  vote(pollId: string, optionIds: readonly string[]): Promise<RefusalCode> {
    if (this.isPersonal(pollId)) return this.#votePersonally(pollId, { ids: [...optionIds] });
    return this.#voteBy(pollId, optionIds, async () => void (await this.#parts.api.vote(optionIds)));
  }

  answer(pollId: string, answer: string): Promise<RefusalCode> {
    if (this.isPersonal(pollId)) return this.#votePersonally(pollId, { answer: answer.trim() });
    return this.#voteBy(pollId, [], () => this.#parts.api.answer(pollId, answer.trim()));
  }

  end(): void {
    this.#scope.end();
    this.#started.clear();
  }

  get #key(): string {
    return `polls.${this.#parts.conversation.id}`;
  }

  async #votePersonally(pollId: string, vote: PersonalVote): Promise<RefusalCode> {
    const replace = (change: (poll: Poll) => Poll): void =>
      this.#setPersonal(this.#personal.map((poll) => (poll.id === pollId ? change(poll) : poll)));
    const outcome = await this.#try(async () => {
      const counted = await this.#parts.votePersonally?.(pollId, vote);
      if (counted) replace(() => counted);
    });
    // The vote was given elsewhere, or the response was lost.
    if (outcome === 'already_voted') replace((poll) => markOwnVote(poll, []));
    return outcome;
  }

  #setPersonal(polls: readonly Poll[]): void {
    this.#personal = polls;
    this.#show();
  }

  async #voteBy(
    pollId: string,
    optionIds: readonly string[],
    cast: () => Promise<void>,
  ): Promise<RefusalCode> {
    const outcome = await this.#try(cast);
    if (outcome === undefined) this.#known.change(pollId, (poll) => markOwnVote(poll, optionIds));
    else if (outcome === 'already_voted') await this.#readOwnVote(pollId);
    else if (outcome === 'not_found') this.#known.forget(pollId);
    return outcome;
  }

  /** The vote was given elsewhere, or the response was lost: the server knows. */
  async #readOwnVote(pollId: string): Promise<void> {
    this.#known.change(pollId, (poll) => markOwnVote(poll, []));
    await this.#try(async () => {
      const own = await this.#parts.api.get(pollId);
      this.#known.change(pollId, (poll) => keepOwnAnswers(poll, own));
    });
  }

  async #try(run: () => Promise<void>): Promise<RefusalCode> {
    try {
      await run();
      return undefined;
    } catch (error) {
      return codeOf(error) ?? 'unreachable';
    }
  }

  #onChannel(channel: Channel | undefined): void {
    if (!channel) return;
    this.#known.takeRunning(channel.polls);
    void this.refresh();
  }

  #onStart(payload: Payload): void {
    const received = pollIn(payload);
    if (!received) return;
    this.#known.take(received);
    // One of the next missed changes may have stopped it already.
    queueMicrotask(() => {
      const poll = this.#known.get(received.id);
      if (poll?.status === 'in_progress' && !this.#own.has(received.id)) this.#started.emit('started', poll);
    });
  }

  #onStop(payload: Payload): void {
    const received = pollIn(payload);
    if (!received) return;
    this.#known.take(received);
    // Hidden answers were not published.
    if (received.areResultsHidden && received.isOpenEnded) void this.#readPoll(received.id);
  }

  /** Votes of a poll with hidden results say nothing: a moderator reads the results, at most once a second. */
  #readHidden(payload: Payload): void {
    const id = textIn(payload, 'pollId') ?? '';
    if (this.#isModerator && this.#known.get(id)?.areResultsHidden) {
      this.#reads.soon(id, () => this.#readPoll(id));
    }
  }

  #onPrepared(channelId: unknown): void {
    const isOurs = String(channelId) === this.#parts.conversation.id;
    if (isOurs && this.#isModerator) this.#list.readSoon();
  }

  get #isModerator(): boolean {
    return this.#parts.conversation.channel.get()?.role === 'moderator';
  }

  async #readPoll(pollId: string): Promise<void> {
    await this.#try(async () => {
      const read = await this.#parts.api.get(pollId);
      if (!this.#scope.ended) this.#known.change(pollId, (known) => newerOf(known, read));
    });
  }

  #onAnswer(payload: Payload): void {
    const answer = answerIn(payload);
    const vote = voteIn(payload);
    this.#change(payload, 'pollId', (poll) =>
      answer ? addAnswer(poll, { ...vote, answer, meId: this.#parts.meId() }) : countVote(poll, vote),
    );
  }

  #change(payload: Payload, name: string, change: (poll: Poll) => Poll): void {
    this.#known.change(textIn(payload, name) ?? '', change);
  }

  #show(): void {
    const polls = sortPolls(this.#all());
    this.#state.set({ phase: this.#list.state.get().phase, polls });
    if (this.isWatched) this.#look();
    else this.#countWaiting();
  }

  #countWaiting(): void {
    const isWaiting = ({ id, status, isVoted }: Poll): boolean =>
      status === 'in_progress' && !isVoted && !this.#seen.has(id) && !this.#own.has(id);
    this.#waiting.set(this.#all().filter(isWaiting).length);
  }

  #all(): Poll[] {
    return [...this.#known.all(), ...this.#personal];
  }
}

const isRunning = ({ status }: Poll): boolean => status === 'in_progress';
