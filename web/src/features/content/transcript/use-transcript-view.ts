import { useDeferredValue, useMemo, useState } from 'react';
import { captionsOf } from './model/captions.ts';
import { chaptersOf } from './model/chapters.ts';
import { findMatches, type Match, stepMatch } from './model/search.ts';
import { rowsOf } from './model/segments.ts';
import { speakerKeys, speakersOf } from './model/speakers.ts';
import type { Transcript } from './use-transcript.ts';

/** Everything that is derived from a transcript; each part is calculated again only when its source changes. */
export function useTranscriptView(transcript: Transcript | undefined, length: number) {
  const [speaker, setSpeaker] = useState<string>();
  const segments = transcript?.segments;
  const sections = transcript?.sections;
  const whole = useMemo(() => {
    const known = segments ?? [];
    const keyOf = speakerKeys(known);
    const speakers = speakersOf(known);
    const rows = rowsOf(known, { keyOf, speaker: undefined });
    return { keyOf, speakers, rows, captions: captionsOf(rows, speakers.length) };
  }, [segments]);
  const chosen = whole.speakers.find(({ key }) => key === speaker)?.key;
  const rows = useMemo(
    () =>
      chosen === undefined ? whole.rows : rowsOf(segments ?? [], { keyOf: whole.keyOf, speaker: chosen }),
    [segments, whole, chosen],
  );
  const shown = useMemo(() => rows.map(({ segment }) => segment), [rows]);
  const chapters = useMemo(() => chaptersOf(sections ?? [], length), [sections, length]);
  return { ...whole, rows, shown, chapters, speaker: chosen, setSpeaker };
}

export type TranscriptView = ReturnType<typeof useTranscriptView>;

export type TranscriptSearch = {
  written: string;
  write: (text: string) => void;
  matches: readonly Match[];
  /** The index of the current match; -1 if there is none. */
  current: number;
  step: (by: 1 | -1) => void;
};

/** The search inside the shown rows. */
export function useTranscriptSearch(shown: TranscriptView['shown']): TranscriptSearch {
  const [written, setWritten] = useState('');
  const [wanted, setWanted] = useState(0);
  const searched = useDeferredValue(written);
  const matches = useMemo(
    () =>
      findMatches(
        shown.map(({ text }) => text),
        searched,
      ),
    [shown, searched],
  );
  const current = Math.min(wanted, matches.length - 1);
  return {
    written,
    write: (text) => {
      setWritten(text);
      setWanted(0);
    },
    matches,
    current,
    step: (by) => setWanted(stepMatch(current, { by, count: matches.length })),
  };
}

/** A match with its index among all matches. */
export type RowMatch = Match & { index: number };

export function matchesByRow(matches: readonly Match[]): ReadonlyMap<number, RowMatch[]> {
  const byRow = new Map<number, RowMatch[]>();
  for (const [index, match] of matches.entries()) {
    const known = byRow.get(match.row) ?? [];
    known.push({ ...match, index });
    byRow.set(match.row, known);
  }
  return byRow;
}
