import type { RecordLayout } from '../../../../contract/operations/records.ts';
import type { Clock } from '../../kit/clock.ts';
import { Events } from '../../kit/events.ts';
import { codeOf } from '../../kit/refusals.ts';
import { Replica } from '../../kit/replica.ts';
import { retryWhileJoining } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, keepIfSame, type Store } from '../../kit/store.ts';
import type { Conversation } from '../chat/conversation.ts';
import { textIn } from '../chat/payloads.ts';
import type { Live, Payload } from '../live/live.ts';
import type { ActiveRecord, RecordingApi } from './api.ts';

export type RecordingState = {
  /** `starting`: requested, and the file has no picture yet. */
  phase: 'unknown' | 'off' | 'starting' | 'on';
  recordId: string | undefined;
  /** When it began, in milliseconds; undefined if that is not known. */
  since: number | undefined;
  /** The person's own request while its response is awaited. */
  asking: 'start' | 'stop' | undefined;
};

export const unknownRecording: RecordingState = {
  phase: 'unknown',
  recordId: undefined,
  since: undefined,
  asking: undefined,
};

export type RecordingNews =
  /** It was running at entry. */
  | { kind: 'found' }
  | { kind: 'begun' }
  | { kind: 'ended' }
  /** The person stopped it so soon that nothing is kept. */
  | { kind: 'discarded' }
  /** The recorder stopped responding; another recording may be started. */
  | { kind: 'lost' }
  | { kind: 'failed'; failure: string };

type RecordingParts = {
  api: RecordingApi;
  /** The room's conversation, whose changes include its recording. */
  conversation: Pick<Conversation, 'channel' | 'changes'>;
  live: Pick<Live, 'onReturn'>;
  /** Its `now` is the server's time, as `startedAt` is. */
  clock: Clock;
  random?: (() => number) | undefined;
};

/** Jitter in ms, so that a class that lost the same server does not send its requests at once. */
const spread = 5_000;
/** In ms. The room's channel usually arrives sooner; without the chat the recording must show all the same. */
const readAfter = 1_500;
/** In ms. After this silence the server counts as unreachable. */
const silentAfter = 4_000;
/** In ms. Ask again if no change of the first picture arrives. */
const lookAgainAfter = 5_000;

/** The recording of the room for everybody, with start and stop for moderators. */
export class Recording {
  readonly #parts: RecordingParts;
  readonly #scope = createScope();
  readonly #state = createStore(unknownRecording);
  readonly state: Store<RecordingState> = this.#state;
  /** Without a response of our server, the media server's state counts. */
  readonly #active: Replica<ActiveRecord | undefined>;
  readonly #news = new Events<RecordingNews>();
  readonly #failures = new Events<unknown>();
  /** Records that have ended: a late change does not bring them back. */
  readonly #ended = new Set<string>();
  readonly #failed = new Set<string>();
  #witness = false;
  #asking: RecordingState['asking'];
  #starts = 0;
  #cancelLook = (): void => undefined;
  #isPending = false;

  constructor(parts: RecordingParts) {
    const { api, conversation, live, clock } = parts;
    this.#parts = parts;
    this.#active = new Replica({
      initial: undefined,
      read: async () => this.#unlessEnded(await api.active()),
      clock,
      silentAfter,
    });
    this.#scope.add(() => this.#active.end());
    this.#scope.add(this.#active.value.subscribe(() => this.#onActive()));
    this.#scope.add(this.#active.state.subscribe(() => this.#changed()));
    this.#scope.add(conversation.channel.subscribe(() => void this.#active.read()));
    this.#scope.add(conversation.changes.on('record', (payload) => this.#onRecord(payload)));
    this.#scope.add(live.onReturn(() => this.#onReturn()));
    this.#scope.add(() => this.#cancelLook());
    if (conversation.channel.get()) void this.#active.read();
    else
      this.#scope.add(clock.after(readAfter, () => conversation.channel.get() || void this.#active.read()));
  }

  onNews(listener: (news: RecordingNews) => void): () => void {
    return this.#news.on('news', listener);
  }

  /** Called with the error of a failed request. */
  onFailure(listener: (error: unknown) => void): () => void {
    return this.#failures.on('failure', listener);
  }

  /** Takes the media server's state. It causes a question to our server, and counts by itself only without a response. */
  noteMediaServerFlag(isRecording: boolean): void {
    if (this.#witness === isRecording) return;
    this.#witness = isRecording;
    const isExpected = isRecording === (this.#known?.isRunning ?? false);
    if (!isExpected && this.#isKnown) void this.#active.read();
    this.#changed();
  }

  async start(layout: RecordLayout): Promise<void> {
    if (this.#asking || this.#known) return;
    const { api, clock } = this.#parts;
    this.#starts += 1;
    const start = this.#starts;
    const isGivenUp = (): boolean => start !== this.#starts;
    this.#setAsking('start');
    try {
      const record = await retryWhileJoining(() => api.start(layout), {
        code: 'call_not_active',
        clock,
        scope: this.#scope,
        isGivenUp,
      });
      if (record) this.#take(record);
    } catch (error) {
      if (isGivenUp()) return;
      // Another moderator started first: this is the recording that was wanted.
      if (codeOf(error) === 'record_active') await this.#active.read();
      else this.#tellFailure(error);
    }
    if (!isGivenUp()) this.#setAsking(undefined);
  }

  /** Ends the recording that the person saw, not one that began meanwhile. */
  async stop(recordId: string | undefined): Promise<void> {
    if (this.#asking === 'stop' || (this.#isKnown && recordId !== this.#known?.id)) return;
    // Cancel a waiting start, which would begin another recording.
    this.#starts += 1;
    this.#setAsking('stop');
    try {
      const { id, isDiscarded } = await this.#parts.api.stop();
      this.#end(id);
      if (isDiscarded) this.#tellAfter({ kind: 'discarded' });
    } catch (error) {
      if (codeOf(error) === 'record_not_active') await this.#active.read();
      else this.#tellFailure(error);
    }
    this.#setAsking(undefined);
  }

  end(): void {
    this.#scope.end();
    this.#news.clear();
    this.#failures.clear();
  }

  #onReturn(): void {
    const pause = (this.#parts.random ?? Math.random)() * spread;
    this.#scope.add(this.#parts.clock.after(pause, () => void this.#active.read()));
  }

  #onRecord(payload: Payload): void {
    const id = textIn(payload, 'recordId');
    const state = textIn(payload, 'state');
    if (id === undefined) return;
    const startedAt = textIn(payload, 'startedAt');
    if (state === 'stopped') this.#end(id);
    else if (state === 'new' || state === 'recording')
      this.#take({
        id,
        isRunning: state === 'recording',
        startedAt: startedAt === undefined ? undefined : Date.parse(startedAt),
      });
    if (textIn(payload, 'reason') === 'recorder_lost') this.#tellAfter({ kind: 'lost' });
    const failure = textIn(payload, 'failure');
    if (failure === undefined || this.#failed.has(id)) return;
    this.#failed.add(id);
    this.#tellAfter({ kind: 'failed', failure });
  }

  get #known(): ActiveRecord | undefined {
    return this.#active.value.get();
  }

  get #isKnown(): boolean {
    return this.#known !== undefined || this.#active.state.get().phase === 'ready';
  }

  #unlessEnded(record: ActiveRecord | undefined): ActiveRecord | undefined {
    return record && !this.#ended.has(record.id) ? record : undefined;
  }

  /** A recording's state only moves forward. */
  #take(record: ActiveRecord): void {
    this.#active.apply((known) => {
      if (known?.id === record.id && known.isRunning) return known;
      return this.#unlessEnded(record) ?? known;
    });
  }

  #end(id: string): void {
    this.#ended.add(id);
    this.#active.apply((known) => this.#unlessEnded(known));
  }

  #onActive(): void {
    const record = this.#known;
    this.#cancelLook();
    this.#cancelLook =
      record && !record.isRunning
        ? this.#parts.clock.after(lookAgainAfter, () => void this.#active.read())
        : () => undefined;
    this.#changed();
  }

  #setAsking(asking: RecordingState['asking']): void {
    this.#asking = asking;
    this.#changed();
  }

  #tellFailure(error: unknown): void {
    if (!this.#scope.ended) this.#failures.emit('failure', error);
  }

  #tell(news: RecordingNews): void {
    if (!this.#scope.ended) this.#news.emit('news', news);
  }

  /** The outcome is reported after the end. */
  #tellAfter(news: RecordingNews): void {
    queueMicrotask(() => this.#tell(news));
  }

  /** Updates the state once for a burst of changes: an end among many missed changes is not reported. */
  #changed(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    queueMicrotask(() => {
      this.#isPending = false;
      if (this.#scope.ended) return;
      const before = this.#state.get();
      const next = keepIfSame(before, this.#derive(before));
      this.#state.set(next);
      this.#tellChange(before, next);
    });
  }

  #derive(before: RecordingState): RecordingState {
    const known = this.#known;
    const asking = this.#asking;
    const none = { recordId: undefined, since: undefined, asking };
    if (known?.isRunning) {
      const isSame = before.phase === 'on' && before.recordId === known.id;
      const since = isSame ? before.since : (known.startedAt ?? this.#parts.clock.now());
      return { phase: 'on', recordId: known.id, since, asking };
    }
    if (known) return { ...none, phase: 'starting', recordId: known.id };
    if (this.#active.state.get().isStale && this.#witness) return { ...none, phase: 'on' };
    if (asking === 'start') return { ...none, phase: 'starting' };
    return { ...none, phase: this.#isKnown ? 'off' : 'unknown' };
  }

  #tellChange(before: RecordingState, now: RecordingState): void {
    if (now.phase !== 'on') {
      if (before.phase === 'on') this.#tell({ kind: 'ended' });
      return;
    }
    const isSame = before.phase === 'on' && (before.recordId ?? now.recordId) === now.recordId;
    if (!isSame) this.#tell({ kind: before.phase === 'unknown' ? 'found' : 'begun' });
  }
}
