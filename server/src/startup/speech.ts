import type { Config } from '../config.ts';
import type { SpeechEngine } from '../engines/speech/speech.ts';

/** The engine that the settings choose; undefined: recordings are not transcribed. */
export const speechEngineOf = (_config: Config): SpeechEngine | undefined => undefined;
