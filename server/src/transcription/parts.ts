import type { SpeechEngine } from '../engines/speech/speech.ts';

export interface TranscriptionParts {
  /** Undefined: this installation transcribes nothing. */
  speech: Pick<SpeechEngine, 'name'> | undefined;
  /** The operator's address for questions of users. */
  supportAddress: string | undefined;
}
