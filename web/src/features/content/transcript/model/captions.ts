import { captionCues } from '../../../../../../contract/captions.ts';
import type { TranscriptRow } from './segments.ts';

type Caption = { start: number; end: number; text: string };

/** The captions of a recording. Each turn begins with the speaker's name, unless there is one speaker only. */
export function captionsOf(rows: readonly TranscriptRow[], speakersCount: number): Caption[] {
  return rows.flatMap(({ segment, beginsTurn }) =>
    captionCues({ ...segment, ...(beginsTurn && speakersCount > 1 && { name: segment.speaker }) }).map(
      ({ start, end, lines }) => ({ start, end, text: lines.join('\n') }),
    ),
  );
}
