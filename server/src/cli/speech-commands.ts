import { InstallFailed, installModel } from '../engines/speech/whisper/install.ts';
import { whisperModels } from '../engines/speech/whisper/models.ts';
import { Unstartable } from '../platform/errors.ts';
import type { Command, CommandInput } from './command.ts';
import type { Installation } from './database.ts';

async function install({ config }: Installation, { operand: name, onProgress }: CommandInput) {
  const model = whisperModels.find((each) => each.name === name);
  if (!model) {
    const names = whisperModels.map((each) => each.name).join(', ');
    throw new Unstartable(`There is no whisper model ${name}. The models are: ${names}.`);
  }
  const { LECTERN_DATA_DIR: dataDir, LECTERN_SPEECH_MODELS_URL: source } = config;
  try {
    const { path, bytes, isOld } = await installModel(model, { source, dataDir, onProgress });
    const found = isOld ? 'was installed already' : 'is installed';
    const next =
      config.LECTERN_SPEECH_MODEL === name
        ? ''
        : ` Set LECTERN_SPEECH_MODEL=${name} and start the server again.`;
    return {
      answer: [path],
      json: { model: name, path, bytes },
      note: `The whisper model ${name} ${found} (${(bytes / 1e6).toFixed(0)} MB).${next}`,
    };
  } catch (error) {
    throw error instanceof InstallFailed ? new Unstartable(error.message) : error;
  }
}

export const speechCommands: Record<string, Command> = {
  'speech install': {
    operand: 'NAME',
    summary:
      'download a whisper model (base, small, large-v3-turbo …) into the data folder; a broken download continues',
    run: install,
  },
};
