import { captionCues } from '../../../../contract/captions.ts';
import type { Answer } from '../../../../contract/routes.ts';
import type { Db } from '../../platform/db/db.ts';
import { FreshValues } from '../watching/fresh-values.ts';
import { aheadSeconds } from '../watching/playlist.ts';
import {
  type ShownTranscript,
  type SpokenSegment,
  segmentsBetween,
  transcriptOfVideo,
} from './captions.store.ts';

/** All captions that end within a part of the video; times in seconds. */
export type CaptionsBetween = NonNullable<Answer<'reportViewing'>['captions']>;
type Caption = CaptionsBetween['cues'][number];

/** The captions around a position reach back so far: a caption may be on the screen already. */
const backSeconds = 10;
/** Captions are read in stretches of this length, each once for all viewers. */
const stretchSeconds = 60;

/** The transcript is looked up again after this time: somebody may have corrected or deleted it. In ms. */
const lookMs = 1000;
const stretchMs = 60_000;

/** A name is shown where the speaker changes. */
const cuesOf = ({ speaker, before, ...segment }: SpokenSegment): Caption[] =>
  captionCues({ ...segment, ...(speaker !== before && { name: speaker }) }).map(({ start, end, lines }) => ({
    ...{ start, end, text: lines.join('\n') },
  }));

/**
 * The captions of the videos that are watched on this node: made once for all viewers of a session
 * (docs/decisions/0077).
 */
export class VideoCaptions {
  readonly #db: Db;
  readonly #transcripts = new FreshValues<ShownTranscript | null>(lookMs);
  readonly #stretches = new FreshValues<Caption[]>(stretchMs);
  readonly #live = new FreshValues<CaptionsBetween>(lookMs);

  constructor(db: Db) {
    this.#db = db;
  }

  async has(videoId: string | null): Promise<boolean> {
    return (await this.#transcriptOf(videoId)) !== null;
  }

  /** The captions around the present second of a session, the same for all of its viewers. */
  atClock(videoId: string, startDate: Date): Promise<CaptionsBetween> {
    return this.#live.get(`${videoId} ${startDate.getTime()}`, (at) =>
      this.around(videoId, (at.getTime() - startDate.getTime()) / 1000),
    );
  }

  /** The captions around a position. None of them ends later than a playlist of this position does. */
  async around(videoId: string, position: number): Promise<CaptionsBetween> {
    const transcript = await this.#transcriptOf(videoId);
    const from = Math.max(0, position - backSeconds);
    const until = position + aheadSeconds;
    if (transcript === null) return { from, until, cues: [] };
    // A segment without times of words lasts as long as the chunk of a speech service: two minutes.
    const first = Math.max(0, Math.floor(from / stretchSeconds) - 2);
    const last = Math.floor(until / stretchSeconds);
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const stretches = await Promise.all(numbers.map((number) => this.#stretch(transcript, number)));
    const cues = stretches.flat().filter(({ end }) => end > from && end <= until);
    return { from, until, cues };
  }

  async #transcriptOf(videoId: string | null): Promise<ShownTranscript | null> {
    if (videoId === null) return null;
    return this.#transcripts.get(videoId, async () => (await transcriptOfVideo(this.#db, videoId)) ?? null);
  }

  #stretch({ recordId, version }: ShownTranscript, number: number): Promise<Caption[]> {
    const from = number * stretchSeconds;
    return this.#stretches.get(`${version} ${number}`, async () =>
      (await segmentsBetween(this.#db, recordId, { from, to: from + stretchSeconds })).flatMap(cuesOf),
    );
  }
}
