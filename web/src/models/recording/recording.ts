import type { RecordLayout } from '../../../../contract/records.ts';
import type { Clock } from '../../kit/clock.ts';
import { Events } from '../../kit/events.ts';
import { codeOf, isFinal } from '../../kit/refusals.ts';
import { pauseBefore, readPauses, retryWhileJoining } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, keepIfSame, type Store } from '../../kit/store.ts';
import type { Conversation } from '../chat/conversation.ts';
import { textIn } from '../chat/payloads.ts';
import type { Live, Payload } from '../live/live.ts';
import type { ActiveRecord, RecordingApi } from './api.ts';

export type RecordingState = {
  /** `starting`: asked for, and no picture is in the file yet. */
  phase: 'unknown' | 'off' | 'starting' | 'on';
  recordId: string | undefined;
  /** When it began, in milliseconds; undefined where that is not known. */
  since: number | undefined;
  /** What this person asked for, while the answer is on its way. */
  asking: 'start' | 'stop' | undefined;
};

export const unknownRecording: RecordingState = {
  phase: 'unknown',
  recordId: undefined,
  since: undefined,
  asking: undefined,
};

export type RecordingNews =
  /** It ran already as one came in. */
  | { kind: 'found' }
  | { kind: 'begun' }
  | { kind: 'ended' }
  /** One stopped it oneself so soon that nothing is kept. */
  | { kind: 'discarded' }
  /** The recorder stopped responding; another recording may be started. */
  | { kind: 'lost' }
  | { kind: 'failed'; failure: string };

type RecordingParts = {
  api: RecordingApi;
  /** The room's: its recording is told among its changes. */
  conversation: Pick<Conversation, 'channel' | 'changes'>;
  live: Pick<Live, 'onReturn'>;
  /** Its `now` is the server's: a recording runs since a moment of the server. */
  clock: Clock;
  random?: (() => number) | undefined;
};

/** Those who come back at once, after a server was away, do not all ask in the same instant. */
const spread = 5_000;
/** The room's channel comes sooner as a rule; recording is not hidden by a chat that is away. */
const readAfter = 1_500;
/** A server that is silent for so long knows no more than one that is away. */
const silentAfter = 4_000;
/** Between the wish and the first picture a word may be lost. */
const lookAgainAfter = 5_000;

/** Whether the room is recorded now, for everybody in it; and starting and stopping, for who may. */
export class Recording {
  readonly #parts: RecordingParts;
  readonly #scope = createScope();
  readonly #state = createStore(unknownRecording);
  readonly #news = new Events<RecordingNews>();
  readonly #failures = new Events<unknown>();
  /** What came to an end does not begin again, however late a word of it arrives. */
  readonly #ended = new Set<string>();
  readonly #failed = new Set<string>();
  #known: ActiveRecord | undefined;
  #isKnown = false;
  /** The server cannot be asked: then the media engine's word counts. */
  #isBlind = false;
  #witness = false;
  #asking: RecordingState['asking'];
  #starts = 0;
  #reads = 0;
  #isReading = false;
  #cancelLook = (): void => undefined;
  #isPending = false;

  constructor(parts: RecordingParts) {
    const { conversation, live, clock } = parts;
    this.#parts = parts;
    this.#scope.add(conversation.channel.subscribe(() => void this.#read()));
    this.#scope.add(conversation.changes.on('record', (payload) => this.#onRecord(payload)));
    this.#scope.add(live.onReturn(() => this.#onReturn()));
    this.#scope.add(() => this.#cancelLook());
    if (conversation.channel.get()) void this.#read();
    else this.#scope.add(clock.after(readAfter, () => this.#reads === 0 && void this.#read()));
  }

  get state(): Store<RecordingState> {
    return this.#state;
  }

  onNews(listener: (news: RecordingNews) => void): () => void {
    return this.#news.on('news', listener);
  }

  /** Something that was wished did not work. */
  onFailure(listener: (error: unknown) => void): () => void {
    return this.#failures.on('failure', listener);
  }

  /** What the media engine says. It is asked about, and counts by itself only where nobody answers. */
  noteMediaServerFlag(isRecording: boolean): void {
    if (this.#witness === isRecording) return;
    this.#witness = isRecording;
    const isExpected = isRecording === (this.#known?.isRunning ?? false);
    if (!isExpected && this.#isKnown) void this.#read();
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
      // Another moderator was first: what runs is what was wished.
      if (codeOf(error) === 'record_active') await this.#read();
      else this.#tellFailure(error);
    }
    if (!isGivenUp()) this.#setAsking(undefined);
  }

  /** Ends the recording that the person saw; one that began meanwhile goes on. */
  async stop(recordId: string | undefined): Promise<void> {
    if (this.#asking === 'stop' || (this.#isKnown && recordId !== this.#known?.id)) return;
    // A start that still waits for its turn would begin another one.
    this.#starts += 1;
    this.#setAsking('stop');
    try {
      const { id, isDiscarded } = await this.#parts.api.stop();
      this.#end(id);
      if (isDiscarded) this.#tellAfter({ kind: 'discarded' });
    } catch (error) {
      if (codeOf(error) === 'record_not_active') await this.#read();
      else this.#tellFailure(error);
    }
    this.#setAsking(undefined);
  }

  end(): void {
    this.#scope.end();
    this.#news.clear();
    this.#failures.clear();
  }

  async #read(attempt = 0): Promise<void> {
    const { api, clock } = this.#parts;
    this.#reads += 1;
    const read = this.#reads;
    const isStale = (): boolean => read !== this.#reads || this.#scope.ended;
    this.#isReading = true;
    const cancelSilence = clock.after(silentAfter, () => !isStale() && this.#setBlind());
    try {
      const active = await api.active();
      if (isStale()) return;
      this.#isReading = false;
      this.#isBlind = false;
      this.#isKnown = true;
      if (active) this.#take(active);
      else this.#set(undefined);
    } catch (error) {
      if (isStale()) return;
      this.#isReading = false;
      this.#setBlind();
      if (isFinal(error)) return;
      const pause = pauseBefore(attempt, readPauses);
      this.#scope.add(clock.after(pause, () => !isStale() && void this.#read(attempt + 1)));
    } finally {
      cancelSilence();
    }
  }

  #onReturn(): void {
    const pause = (this.#parts.random ?? Math.random)() * spread;
    this.#scope.add(this.#parts.clock.after(pause, () => void this.#read()));
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
    // What is on its way may have been read before this.
    if (this.#isReading) void this.#read();
    if (textIn(payload, 'reason') === 'recorder_lost') this.#tellAfter({ kind: 'lost' });
    const failure = textIn(payload, 'failure');
    if (failure === undefined || this.#failed.has(id)) return;
    this.#failed.add(id);
    this.#tellAfter({ kind: 'failed', failure });
  }

  /** A recording goes forward only. */
  #take(record: ActiveRecord): void {
    const known = this.#known;
    if (this.#ended.has(record.id) || this.#scope.ended) return;
    if (known?.id === record.id && known.isRunning && !record.isRunning) return;
    this.#set(record);
  }

  #end(id: string): void {
    this.#ended.add(id);
    if (this.#known === undefined || this.#known.id === id) this.#set(undefined);
  }

  #set(record: ActiveRecord | undefined): void {
    this.#isKnown = true;
    this.#known = record;
    this.#cancelLook();
    this.#cancelLook =
      record && !record.isRunning
        ? this.#parts.clock.after(lookAgainAfter, () => void this.#read())
        : () => undefined;
    this.#changed();
  }

  #setBlind(): void {
    this.#isBlind = true;
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

  /** What there is to say of an end comes after the end itself. */
  #tellAfter(news: RecordingNews): void {
    queueMicrotask(() => this.#tell(news));
  }

  /** One reading for a burst of changes: what ended long ago is not told when all of it comes at once. */
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
    if (this.#isBlind && this.#witness) return { ...none, phase: 'on' };
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
