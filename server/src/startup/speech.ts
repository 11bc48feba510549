import { isAbsolute, join } from 'node:path';
import type { Config } from '../config.ts';
import { CuttingProcess } from '../engines/speech/cutting-process.ts';
import { SpeechService } from '../engines/speech/service/service.ts';
import type { SpeechEngine, VoiceCutter } from '../engines/speech/speech.ts';
import { modelPathIn } from '../engines/speech/whisper/model-file.ts';
import { WhisperEngine } from '../engines/speech/whisper/whisper.ts';

const programsOf = (config: Config): string => join(config.root, 'recorder');

/** The engine that the settings choose; undefined: recordings are not transcribed. */
export function speechEngineOf(config: Config): SpeechEngine | undefined {
  const { LECTERN_SPEECH_MODEL: model, LECTERN_DATA_DIR: dataDir } = config;
  if (model !== undefined) {
    const path = isAbsolute(model) ? model : modelPathIn(dataDir, model);
    return new WhisperEngine({ model, path, programs: programsOf(config) });
  }
  const { LECTERN_SPEECH_URL: url, LECTERN_SPEECH_KEY: key, LECTERN_SPEECH_MODEL_NAME: name } = config;
  return url && name !== undefined ? new SpeechService({ url, key, model: name }) : undefined;
}

/** Finds the speech in voices on this node, for any engine. */
export const voiceCutterOf = (config: Config): VoiceCutter => new CuttingProcess(programsOf(config));
