import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { voiceName } from '../folder/job.ts';
import type { VoiceResult } from '../folder/result.ts';
import { writeAtomically } from './atomic-files.ts';
import { copyMedia } from './copy.ts';
import { type EntryOf, entriesOfType, type FolderContents } from './folder-contents.ts';
import { MediaInput } from './input.ts';

/** A shorter file was opened but never written to. */
const shortest = 0.05;
const tolerance = 0.1;

/** The voice files that can be played, cut where the video ends. */
export async function cutVoices(
  folder: string,
  contents: FolderContents,
  duration: number,
): Promise<VoiceResult[]> {
  const voices: VoiceResult[] = [];
  for (const entry of entriesOfType(contents, 'voice')) {
    const voice = await voiceOf(folder, entry, duration);
    if (voice) voices.push(voice);
  }
  return voices;
}

async function voiceOf(
  folder: string,
  { number, participantId, name, t }: EntryOf<'voice'>,
  duration: number,
): Promise<VoiceResult | undefined> {
  const file = voiceName(number);
  const path = join(folder, file);
  const offset = Math.max(0, t);
  const room = duration - offset;
  if (room < shortest) return undefined;
  try {
    let length = secondsOf(path);
    if (length > room + tolerance) length = await cut(path, room, length);
    if (length < shortest) return undefined;
    return { file, participantId, name, offset, duration: length, bytes: (await stat(path)).size };
  } catch {
    // The file is missing, or was cut before its first sound: leave it out.
    return undefined;
  }
}

function secondsOf(path: string): number {
  using input = new MediaInput(path);
  return Number(input.context.duration) / 1e6;
}

/** Cuts off what was said after the end. Without space for the copy the file stays as it is. */
async function cut(path: string, until: number, before: number): Promise<number> {
  try {
    await writeAtomically(path, (part) => {
      copyMedia({ from: path, to: part, format: 'ogg', until });
    });
  } catch {
    return before;
  }
  return secondsOf(path);
}
