import { createStore, type Store } from '../../kit/store.ts';
import type { ViewingAnswer } from './types.ts';

/** One caption; times in seconds. */
export type Caption = NonNullable<ViewingAnswer['captions']>['cues'][number];

type CaptionsState = {
  /** Does the video have captions now? */
  areAvailable: boolean;
  /** In seconds of the video element. */
  cues: readonly Caption[];
};

/** In seconds. Captions that were shown earlier are forgotten. */
const kept = 60;
/** In seconds. After a jump by more than this the captions are requested again. */
const jump = 4;

/** The captions around the present second: each response to a report contains those of its part of the video. */
export class ViewerCaptions {
  readonly #toMediaTime: (position: number) => number | undefined;
  readonly #state = createStore<CaptionsState>({ areAvailable: false, cues: [] });
  readonly state: Store<CaptionsState> = this.#state;
  #cues: readonly Caption[] = [];
  #isOn = false;
  #until = 0;
  #from = 0;
  #askedAt = Number.NEGATIVE_INFINITY;

  /** @param toMediaTime the time of the video element at a second of the video, once it is known */
  constructor(toMediaTime: (position: number) => number | undefined) {
    this.#toMediaTime = toMediaTime;
  }

  /** Whether reports ask for captions. */
  get isOn(): boolean {
    return this.#isOn;
  }

  setOn(isOn: boolean): void {
    this.#isOn = isOn;
    if (!isOn) this.#replace([]);
  }

  take({ hasCaptions, captions }: ViewingAnswer): void {
    if (!captions || !this.#isOn) {
      this.#replace([], hasCaptions);
      return;
    }
    const { from, until, cues } = captions;
    [this.#from, this.#until] = [from, until];
    this.#askedAt = Number.NEGATIVE_INFINITY;
    // Those that end later were received before a jump back: they may have been corrected since.
    const earlier = this.#cues.filter(({ end }) => end <= from && end > from - kept);
    this.#replace([...earlier, ...cues], hasCaptions);
  }

  /** Whether the captions of this position have to be requested: the viewer jumped. */
  mustAsk(position: number): boolean {
    const { areAvailable } = this.#state.get();
    const isKnown = position >= this.#from && position < this.#until;
    if (!this.#isOn || !areAvailable || isKnown) return false;
    if (Math.abs(position - this.#askedAt) < jump) return false;
    this.#askedAt = position;
    return true;
  }

  /** The player shows another second: its times may be known now. */
  look(): void {
    const { areAvailable, cues } = this.#state.get();
    if (cues.length < this.#cues.length) this.#replace(this.#cues, areAvailable);
  }

  #replace(cues: readonly Caption[], areAvailable = this.#state.get().areAvailable): void {
    this.#cues = cues;
    const before = this.#state.get();
    const placed = cues.flatMap((cue) => this.#place(cue) ?? []);
    const isSame =
      placed.length === before.cues.length && placed.every((cue, n) => isClose(cue, before.cues[n]));
    if (isSame && areAvailable === before.areAvailable) return;
    this.#state.set({ areAvailable, cues: isSame ? before.cues : placed });
  }

  #place({ start, end, text }: Caption): Caption | undefined {
    const at = this.#toMediaTime(start);
    return at === undefined ? undefined : { start: at, end: at + end - start, text };
  }
}

/** The time of a segment is known to some milliseconds. */
const isClose = (one: Caption, other: Caption | undefined): boolean =>
  one.text === other?.text &&
  Math.abs(one.start - other.start) < 0.05 &&
  Math.abs(one.end - other.end) < 0.05;
