import { join } from 'node:path';
import { voiceName } from '../folder/job.ts';
import type { JournalEntry } from '../folder/journal.ts';
import { sampleRate } from './audio-encoder.ts';
import { TrackAudio } from './track-audio.ts';
import { Voice } from './voice.ts';

const blockSamples = 960;
const blockSeconds = blockSamples / sampleRate;
/** Above this level the sum of voices is compressed instead of clipped. */
const knee = 0.7;
/** Blocks for which the file of a person who left stays open, so that a page reload continues it. */
const heldBlocks = 10 / blockSeconds;

export type SoundKind = 'microphone' | 'screen';

export interface MixerSettings {
  folder: string;
  /** Position of the first sample. */
  first: number;
  onMixed: (samples: Float32Array) => void;
  tell: (entry: JournalEntry) => void;
  nameOf: (participantId: string) => string;
}

interface Speaker {
  voice: Voice;
  /** Blocks since this person left. */
  goneFor: number | undefined;
}

/** Mixes all sound block by block and writes every voice to its own file. */
export class Mixer {
  readonly #settings: MixerSettings;
  readonly #speakers = new Map<string, Speaker>();
  readonly #closing = new Set<Promise<void>>();
  readonly #mix = new Float32Array(blockSamples);
  #at: number;
  #voices = 0;
  #missed = 0;
  #error: unknown;

  constructor(settings: MixerSettings) {
    this.#settings = settings;
    this.#at = settings.first;
  }

  get missedMs(): number {
    let missed = this.#missed;
    for (const { voice } of this.#speakers.values()) missed += missedBy(voice);
    return Math.round((missed * 1000) / sampleRate);
  }

  get error(): unknown {
    for (const { voice } of this.#speakers.values()) this.#error ??= voice.error;
    return this.#error;
  }

  /** Adds a track and returns its input. */
  hear(participantId: string, kind: SoundKind): TrackAudio {
    const speaker = this.#speakers.get(participantId) ?? this.#add(participantId);
    speaker.goneFor = undefined;
    speaker.voice.missed += speaker.voice[kind]?.missed ?? 0;
    const heard = new TrackAudio(this.#at);
    speaker.voice[kind] = heard;
    return heard;
  }

  /** Removes a track that ended. */
  unhear(participantId: string, kind: SoundKind, heard: TrackAudio): void {
    const voice = this.#speakers.get(participantId)?.voice;
    if (!voice || voice[kind] !== heard) return;
    voice.missed += heard.missed;
    voice[kind] = undefined;
  }

  /** Sets who is present; files of others are closed after a while. */
  present(participantIds: ReadonlySet<string>): void {
    for (const [id, speaker] of this.#speakers) {
      if (participantIds.has(id)) speaker.goneFor = undefined;
      else speaker.goneFor ??= 0;
    }
  }

  turnsOf(participantId: string): Voice['turns'] | undefined {
    return this.#speakers.get(participantId)?.voice.turns;
  }

  /**
   * Mixes everything before the position `to`.
   * @param atLeast the mix waits for late sound, but not before this position
   */
  advance(to: number, atLeast = to): void {
    let end = to;
    for (const { voice } of this.#speakers.values()) end = Math.min(end, voice.heardUntil ?? to);
    end = Math.max(end, atLeast);
    for (; this.#at + blockSamples <= end; this.#at += blockSamples) {
      const t = this.#at / sampleRate;
      this.#mix.fill(0);
      for (const [id, speaker] of this.#speakers) {
        speaker.voice.mixInto(this.#mix, t, blockSeconds);
        if (speaker.goneFor !== undefined && ++speaker.goneFor > heldBlocks) this.#remove(id, speaker);
      }
      press(this.#mix);
      this.#settings.onMixed(this.#mix);
    }
  }

  async close(): Promise<void> {
    for (const [id, speaker] of this.#speakers) this.#remove(id, speaker);
    await Promise.all(this.#closing);
  }

  #add(participantId: string): Speaker {
    const { folder, tell, nameOf } = this.#settings;
    const voice = new Voice(blockSamples, {
      onTurn: ({ from, to }) => tell({ type: 'spoke', participantId, from: round(from), to: round(to) }),
      onFirstHeard: () => {
        const number = ++this.#voices;
        const [at, t] = [new Date().toISOString(), round(this.#at / sampleRate)];
        tell({ type: 'voice', at, t, number, participantId, name: nameOf(participantId) });
        return join(folder, voiceName(number));
      },
    });
    const speaker = { voice, goneFor: undefined };
    this.#speakers.set(participantId, speaker);
    return speaker;
  }

  #remove(id: string, { voice }: Speaker): void {
    this.#speakers.delete(id);
    this.#missed += missedBy(voice);
    const closing = voice
      .close()
      .catch((error: unknown) => {
        this.#error ??= error;
      })
      .finally(() => {
        this.#error ??= voice.error;
        this.#closing.delete(closing);
      });
    this.#closing.add(closing);
  }
}

const missedBy = ({ missed, microphone, screen }: Voice): number =>
  missed + (microphone?.missed ?? 0) + (screen?.missed ?? 0);

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;

const press = (mix: Float32Array): void => {
  for (let i = 0; i < mix.length; i += 1) {
    const sample = mix[i] ?? 0;
    const size = Math.abs(sample);
    if (size > knee) mix[i] = Math.sign(sample) * (knee + (1 - knee) * Math.tanh((size - knee) / (1 - knee)));
  }
};
