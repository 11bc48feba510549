import type { Db } from '../../../platform/db/db.ts';
import { toVtt } from '../../../transcription/transcription.ts';
import { cuesWithin, readSubtitles, writeVtt } from './subtitles.ts';
import {
  segmentsOfRecord,
  type TrackName,
  timedParts,
  transcribedLanguage,
  uploadedTrack,
  uploadedTracks,
} from './tracks.store.ts';

export interface Track extends TrackName {
  label: string;
  source: 'automatic' | 'upload';
}

/** The name of a language in itself, such as Deutsch. */
function nameOfLanguage(language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

/** The captions of a recording: our transcript, unless a track of its kind and language was uploaded, and uploaded ones. */
export async function tracksOf(db: Db, meeting: string): Promise<Track[]> {
  const uploaded = await uploadedTracks(db, meeting);
  const language = await transcribedLanguage(db, meeting);
  const isReplaced = uploaded.some((one) => one.kind === 'captions' && one.language === language);
  const own: Track[] =
    language === undefined || isReplaced
      ? []
      : [{ kind: 'captions', language, label: nameOfLanguage(language), source: 'automatic' }];
  return [...own, ...uploaded.map((track): Track => ({ ...track, source: 'upload' }))];
}

/**
 * A track as WebVTT.
 * @param part the number of a part, whose own time it gets; without: all parts, one after the other
 * @returns undefined if the recording has no such track or part
 */
export async function vttOf(
  db: Db,
  meeting: string,
  { part, ...name }: TrackName & { part?: number | undefined },
): Promise<string | undefined> {
  const parts = await timedParts(db, meeting);
  if (part !== undefined && !parts[part]) return undefined;
  const offsets = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { duration }) => sum + duration, 0),
  );
  const content = await uploadedTrack(db, meeting, name);
  if (content !== undefined) {
    if (part === undefined) return content;
    const from = offsets[part] ?? 0;
    return writeVtt(cuesWithin(readSubtitles(content), { from, to: from + (parts[part]?.duration ?? 0) }));
  }
  if (name.kind !== 'captions' || name.language !== (await transcribedLanguage(db, meeting)))
    return undefined;
  const wanted = part === undefined ? parts : parts.slice(part, part + 1);
  const segments = [];
  for (const [index, { recordId }] of wanted.entries()) {
    const offset = part === undefined ? (offsets[index] ?? 0) : 0;
    for (const { start, end, words, ...segment } of await segmentsOfRecord(db, recordId))
      segments.push({
        ...segment,
        ...{ start: start + offset, end: end + offset },
        words: words.map((word) => ({ ...word, start: word.start + offset, end: word.end + offset })),
      });
  }
  return toVtt(segments);
}
