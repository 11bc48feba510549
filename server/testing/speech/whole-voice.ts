import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CuttingProcess } from '../../src/engines/speech/cutting-process.ts';
import { type SpokenSentence, toVoiceSentences } from '../../src/engines/speech/speech.ts';
import { WhisperEngine } from '../../src/engines/speech/whisper/whisper.ts';

const programs = resolve(import.meta.dirname, '../../../recorder');

export interface TranscribedVoice {
  chunks: number;
  /** Times in seconds of the voice. */
  sentences: SpokenSentence[];
}

/** Cuts a voice and transcribes all of its chunks by whisper, as a job does. */
export async function transcribeVoice(voice: string, model: string): Promise<TranscribedVoice> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-voice-'));
  const { signal } = new AbortController();
  try {
    const engine = new WhisperEngine({ model, path: model, programs });
    const { chunkSeconds } = engine;
    const chunks = await new CuttingProcess(programs).cut(voice, folder, { chunkSeconds, signal });
    const sentences: SpokenSentence[] = [];
    for (const chunk of chunks) {
      const speech = await engine.transcribe(chunk.file, { language: 'en', signal });
      sentences.push(...toVoiceSentences(chunk, speech.sentences));
    }
    return { chunks: chunks.length, sentences };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
