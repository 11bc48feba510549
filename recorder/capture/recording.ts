import type { Job, StopOrder } from '../folder/job.ts';
import type { EndReason } from '../folder/journal.ts';
import type { Picture } from '../picture/scene.ts';
import { sampleRate } from '../sound/audio-encoder.ts';
import { Mixer, type SoundKind } from '../sound/mixer.ts';
import { isDiskFull } from './append.ts';
import { CallPicture } from './call-picture.ts';
import { watchDisk } from './disk.ts';
import type { Journal } from './journal.ts';
import { Load } from './load.ts';
import { firstSample, type Media } from './media.ts';
import { PictureNotes } from './picture-notes.ts';
import type { StageWatch } from './stage-watch.ts';
import type { StopWatch } from './stop-order.ts';

/** Longest time for which the media server may be away. */
const defaultAwayMs = 60_000;
/** Sound is mixed so much later, so that everything heard by then has been read, even if a picture took long to draw. */
const mixedLaterSeconds = 0.4;
/** The largest delay, for sound that is even later: it waits in the LiveKit client or has not been read yet. */
const mixedLatestSeconds = 1.2;
/** Assumed waiting time of sound in the LiveKit client until it is measured. */
const usualWaitSeconds = 0.1;
/** Upper limit of the waiting time: sound placed earlier would come after everything there was mixed. */
const longestWaitSeconds = 1;
/** Time from a picture's arrival to its position in the file. Sound gets its position when it is read. */
const pictureTakesSeconds = 0.06;
const beatMs = 1_000;
/** Interval of checks before the first picture. */
const waitingMs = 40;

export interface RecordingParts {
  folder: string;
  job: Job;
  picture: Picture;
  journal: Journal;
  media: Media;
  stopWatch: StopWatch;
  stage: StageWatch;
  log: (text: string) => void;
  awayMs: number | undefined;
}

interface End {
  reason: EndReason;
  message?: string;
}

const now = (): string => new Date().toISOString();

/**
 * One recording from joining to the last frame. Its clock: frame `n` is due `n / fps` seconds after the first one,
 * with the sound of that moment. The recorder does not wait for late participants: they are missing from the picture.
 */
export class Recording {
  readonly #parts: RecordingParts;
  readonly #mixer: Mixer;
  readonly #stage: CallPicture;
  readonly #disk: ReturnType<typeof watchDisk>;
  readonly #load: Load;
  readonly #notes: PictureNotes;
  readonly #ended = Promise.withResolvers<End>();
  #isOver = false;
  #timer: NodeJS.Timeout | undefined;
  #beats: NodeJS.Timeout | undefined;
  /** Time of the first frame, by the monotonic clock and by the wall clock. */
  #began: { steady: number; wall: number } | undefined;
  #frame = -1;
  #drawn = -1;
  #isEmpty = false;
  #fault: unknown;

  constructor(parts: RecordingParts) {
    const { folder, job, picture, journal, media, stage, log } = parts;
    this.#parts = parts;
    this.#load = new Load(job.fps);
    this.#notes = new PictureNotes((entry) => journal.tell(entry));
    this.#mixer = new Mixer({
      folder,
      first: firstSample,
      onMixed: (samples) => media.sound(samples),
      tell: (entry) => journal.tell(entry),
      nameOf: (id) => this.#stage.nameOf(id),
    });
    this.#disk = watchDisk(folder, () => job.minFreeBytes + media.bytes);
    this.#stage = new CallPicture({
      job,
      picture,
      log,
      stage,
      onSound: (id, source) => this.#onSound(id, source),
      turnsOf: (id) => this.#mixer.turnsOf(id),
      onPresent: (ids) => this.#onPresent(ids),
      onJoined: () => journal.tell({ type: 'joined', at: now() }),
      onLost: (seconds) => this.#onLost(seconds),
    });
  }

  /** Records until the end and writes the journal's last entry. */
  async run(): Promise<EndReason> {
    this.#timer = setTimeout(() => this.#wait(), 0);
    const end = await this.#ended.promise;
    clearTimeout(this.#timer);
    clearInterval(this.#beats);
    this.#disk.close();
    const order = this.#parts.stopWatch.order;
    await this.#finish(order);
    const t = this.#t;
    const error = this.#error;
    const { reason, message } = error === undefined || end.reason === 'disk_low' ? end : endBy(error);
    this.#parts.journal.end({ type: 'ended', at: now(), t, reason, ...(message && { message }) });
    return reason;
  }

  /** Leaves the call. The recording has been saved before. */
  async close(): Promise<void> {
    await this.#stage.close();
    this.#parts.picture.close();
  }

  /** The first picture is in the file. The entry's time is that of the picture, since all times count from it. */
  onFirstPicture(): void {
    const at = new Date(this.#began?.wall ?? Date.now()).toISOString();
    this.#parts.journal.tell({ type: 'picture', at });
  }

  /** Seconds of media by the clock, whether or not a picture was drawn. */
  get #clock(): number {
    return Math.round((this.#place ?? 0) / (sampleRate / 1000)) / 1000;
  }

  /** Seconds of media that were given to the file. */
  get #t(): number {
    return Math.max(0, this.#drawn + 1) / this.#parts.job.fps;
  }

  get #error(): unknown {
    const { media, journal } = this.#parts;
    return media.error ?? journal.error ?? this.#mixer.error ?? this.#fault;
  }

  /** Rounded down: a recording never reaches the end of a part of a frame. */
  get #mostFrames(): number {
    const { maxSeconds, fps } = this.#parts.job;
    return Math.floor(maxSeconds * fps);
  }

  /** The frame due at a time of the monotonic clock. */
  #dueAt(moment: number): number {
    const passed = moment - (this.#began?.steady ?? 0);
    return Math.min(Math.floor((passed * this.#parts.job.fps) / 1000), this.#mostFrames - 1);
  }

  /** Samples from the first frame until now. */
  get #place(): number | undefined {
    return this.#began && Math.round(((performance.now() - this.#began.steady) * sampleRate) / 1000);
  }

  #onSound(id: string, source: SoundKind) {
    const heard = this.#mixer.hear(id, source);
    const add = (samples: Int16Array, waited = usualWaitSeconds): void => {
      const place = this.#place;
      if (place === undefined) return;
      const behind = Math.min(waited, longestWaitSeconds) - pictureTakesSeconds;
      heard.add(samples, { arrival: place, behind: Math.round(behind * sampleRate) });
    };
    return { add, end: () => this.#mixer.unhear(id, source, heard) };
  }

  #onPresent(ids: ReadonlySet<string>): void {
    this.#mixer.present(ids);
    const isEmpty = ids.size === 0;
    if (!this.#began || isEmpty === this.#isEmpty) return;
    this.#isEmpty = isEmpty;
    this.#parts.journal.tell({ type: isEmpty ? 'empty' : 'peopled', at: now(), t: this.#clock });
  }

  #onLost(seconds: number): void {
    const at = new Date(Date.now() - 1000 * seconds).toISOString();
    const t = Math.max(0, Math.round((this.#clock - seconds) * 1000) / 1000);
    this.#parts.journal.tell({ type: 'lost', at, t });
  }

  #end(reason: EndReason, message?: string): void {
    this.#isOver = true;
    this.#ended.resolve({ reason, ...(message && { message }) });
  }

  /** @returns true if the recording has ended */
  #checkEnd(): boolean {
    const { stopWatch, job, awayMs = defaultAwayMs } = this.#parts;
    const error = this.#error;
    if (this.#isOver) return true;
    if (error !== undefined) this.#ended.resolve(endBy(error));
    else if (stopWatch.order && !(Date.parse(stopWatch.order.at) > Date.now())) this.#end('stopped');
    else if (this.#stage.isEnded) this.#end('room_ended');
    else if (this.#disk.isLow) this.#end('disk_low');
    else if (!this.#began && Date.now() >= Date.parse(job.pictureBy)) this.#end('no_picture');
    else if (this.#frame + 1 >= this.#mostFrames) this.#end('longest_reached');
    else if ((this.#stage.awayFor ?? 0) > awayMs) this.#end('engine_lost');
    else return false;
    this.#isOver = true;
    return true;
  }

  #wait(): void {
    if (this.#checkEnd()) return;
    if (!this.#stage.canBegin) {
      this.#timer = setTimeout(() => this.#wait(), waitingMs);
      return;
    }
    this.#began = { steady: performance.now(), wall: Date.now() };
    this.#beats = setInterval(() => this.#beat(), beatMs);
    this.#tick();
  }

  #tick(): void {
    const { fps } = this.#parts.job;
    const begin = performance.now();
    const passed = begin - (this.#began?.steady ?? 0);
    const n = this.#dueAt(begin);
    const before = this.#frame;
    this.#frame = n;
    const isDrawn = n > before && this.#load.isDue(n) && this.#draw(n);
    if (this.#load.count(before, n, isDrawn)) this.#lower();
    // Leave time for everything else: a slow drawing must not take all of it.
    const took = performance.now() - begin;
    const next = ((n + 1) * 1000) / fps - passed - took;
    this.#timer = setTimeout(() => this.#checkEnd() || this.#tick(), Math.max(next, took / 4, 1));
    // Read the sound that arrived during the drawing before mixing.
    setImmediate(() => this.#mix());
  }

  #draw(n: number): boolean {
    const { media, job } = this.#parts;
    if (!media.isReady) return false;
    return this.#guarded(() => {
      const drawn = this.#stage.draw(n / job.fps);
      media.picture(drawn.bytes, drawn.size, n);
      this.#notes.note(drawn, n / job.fps);
      this.#drawn = n;
    });
  }

  #mix(): void {
    if (this.#isOver) return;
    const place = this.#place ?? 0;
    const to = place - mixedLaterSeconds * sampleRate;
    this.#guarded(() => this.#mixer.advance(to, place - mixedLatestSeconds * sampleRate));
  }

  /**
   * Runs `work` and keeps its first error as a reason to end. An error never prevents the last entry.
   * @returns true if nothing failed
   */
  #guarded(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.#fault ??= error;
      return false;
    }
  }

  #lower(): void {
    const { job, journal, media } = this.#parts;
    const height = Math.min(this.#load.height ?? job.height, job.height);
    if (this.#load.height !== undefined) {
      this.#stage.resize({ height, width: 2 * Math.round((job.width * height) / job.height / 2) });
      media.cheapen().catch(() => undefined);
    }
    journal.tell({ type: 'lowered', at: now(), t: this.#clock, fps: this.#load.fps, height });
  }

  #beat(): void {
    const { journal, media } = this.#parts;
    const { late } = this.#load;
    const missedAudioMs = this.#mixer.missedMs;
    journal.tell({
      type: 'beat',
      at: now(),
      t: this.#clock,
      bytes: media.bytes,
      lateTicks: late,
      missedAudioMs,
    });
  }

  /** Writes what belongs before the end and is not in the file yet. */
  async #finish(order: StopOrder | undefined): Promise<void> {
    const { media } = this.#parts;
    if (!this.#began || order?.discard) {
      await this.#mixer.close();
      return media.abandon();
    }
    const last = this.#lastFrame(order, this.#began.wall);
    await media.settled();
    if (last > this.#drawn && this.#error === undefined) this.#draw(last);
    this.#guarded(() => this.#mixer.advance((this.#t + 0.01) * sampleRate));
    await this.#mixer.close();
    await media.end();
  }

  /** The last frame that may be in the file. */
  #lastFrame(order: StopOrder | undefined, wall: number): number {
    if (!order) return this.#frame;
    // Use the clock, not the last tick: a busy machine may not have ticked for a while.
    const due = this.#dueAt(performance.now());
    return Math.min(due, Math.ceil(((Date.parse(order.at) - wall) * this.#parts.job.fps) / 1000) - 1);
  }
}

const endBy = (error: unknown): End => {
  const message = error instanceof Error ? error.message : String(error);
  return { reason: isDiskFull(error) ? 'disk_full' : 'broken', message };
};
