import { entriesOfType, type FolderContents } from './folder-contents.ts';

/** Entries are written this much after the moment that they tell of, at most; more is a clock that was set. */
const latenessSeconds = 0.5;
/** Entries so near to a moment say how the wall clock stood then. */
const nearMs = 5_000;

/**
 * Seconds of media at a moment of the wall clock: the recorder's clock runs as the wall's does, from its first picture
 * on. Where the wall clock was set in between, the journal shows it. Undefined where there was no first picture.
 */
function mediaSecondsAt(told: FolderContents, at: number): number | undefined {
  const [picture] = entriesOfType(told, 'picture');
  const origin = picture ? Date.parse(picture.at) : Number.NaN;
  if (Number.isNaN(origin)) return undefined;
  const points = told.entries
    .flatMap((entry) => ('at' in entry && 't' in entry ? [{ at: Date.parse(entry.at), t: entry.t }] : []))
    .map((point) => ({ away: Math.abs(point.at - at), lag: (point.at - origin) / 1000 - point.t }))
    .filter(({ away, lag }) => Number.isFinite(away) && Number.isFinite(lag));
  const nearest = Math.max(nearMs, Math.min(...points.map(({ away }) => away)));
  const lag = Math.min(...points.filter(({ away }) => away <= nearest).map((point) => point.lag));
  const wasSet = Number.isFinite(lag) && Math.abs(lag) > latenessSeconds;
  return (at - origin) / 1000 - (wasSet ? lag : 0);
}

/**
 * Second of the media at which the recording is to end: the order to stop, or the last departure where nobody came
 * again. Undefined: with the capture.
 */
export function endOf(told: FolderContents): number | undefined {
  const ends = [];
  if (told.stop) ends.push(mediaSecondsAt(told, Date.parse(told.stop.at)));
  const last = told.entries.findLast(({ type }) => type === 'empty' || type === 'peopled');
  if (last?.type === 'empty') ends.push(last.t);
  const known = ends.filter((end) => end !== undefined);
  return known.length > 0 ? Math.max(0, Math.min(...known)) : undefined;
}

/** How much shorter than it should be a recording may be: what the mapping of the clocks cannot know. */
const toleranceSeconds = 0.25;
const losing = new Set(['disk_low', 'disk_full', 'engine_lost', 'broken']);

/** Whether the call had media, before the end that was meant, that the file has not. */
export function isPartial(
  told: FolderContents,
  { end, captured }: { end: number | undefined; captured: number },
): boolean {
  const wasAway = entriesOfType(told, 'lost').some(({ t }) => t < (end ?? captured) - toleranceSeconds);
  if (wasAway) return true;
  if (end !== undefined && captured >= end - toleranceSeconds) return false;
  const [ended] = entriesOfType(told, 'ended');
  // A recorder that died knows nothing of what it missed.
  return ended === undefined || losing.has(ended.reason);
}
