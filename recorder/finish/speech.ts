import type { SpokenTurn, VoiceResult } from '../folder/result.ts';
import { entriesOfType, type FolderContents } from './folder-contents.ts';

/** `speech.json`: who spoke when. It has ids only, because names can be changed and erased later. */
interface Speech {
  version: 1;
  /** Seconds. */
  duration: number;
  voices: Pick<VoiceResult, 'participantId' | 'offset' | 'duration' | 'file'>[];
  turns: SpokenTurn[];
}

/** The recorder reports a long turn in parts; each begins where the one before ended. */
const partsApart = 0.05;

/** The turns within the recording, sorted, with their parts joined. */
function turnsOf(contents: FolderContents, duration: number): SpokenTurn[] {
  const whole: SpokenTurn[] = [];
  const last = new Map<string, SpokenTurn>();
  const parts = entriesOfType(contents, 'spoke').sort((a, b) => a.from - b.from || a.to - b.to);
  for (const { participantId, from, to } of parts) {
    const before = last.get(participantId);
    if (before && from - before.to <= partsApart) {
      before.to = Math.max(before.to, to);
      continue;
    }
    const turn = { participantId, from, to };
    last.set(participantId, turn);
    whole.push(turn);
  }
  return whole
    .map((turn) => ({ ...turn, from: Math.max(0, turn.from), to: Math.min(duration, turn.to) }))
    .filter(({ from, to }) => from < to);
}

export const speechOf = (
  contents: FolderContents,
  duration: number,
  voices: readonly VoiceResult[],
): Speech => ({
  version: 1,
  duration,
  voices: voices.map(({ participantId, offset, duration: length, file }) => ({
    participantId,
    offset,
    duration: length,
    file,
  })),
  turns: turnsOf(contents, duration),
});
