import { entriesOfType, type FolderContents } from './folder-contents.ts';

/** Journal entries are written at most so late; a larger difference means that the wall clock was set. */
const latenessSeconds = 0.5;
/** Entries within this time show what the wall clock said then. */
const nearMs = 5_000;

/**
 * Converts a wall clock time to seconds of media. Both clocks run alike from the first picture on; where the wall
 * clock was set in between, the journal shows it. Undefined where there was no first picture.
 */
function mediaSecondsAt(contents: FolderContents, at: number): number | undefined {
  const [picture] = entriesOfType(contents, 'picture');
  const origin = picture ? Date.parse(picture.at) : Number.NaN;
  if (Number.isNaN(origin)) return undefined;
  const points = contents.entries
    .flatMap((entry) => ('at' in entry && 't' in entry ? [{ at: Date.parse(entry.at), t: entry.t }] : []))
    .map((point) => ({ away: Math.abs(point.at - at), lag: (point.at - origin) / 1000 - point.t }))
    .filter(({ away, lag }) => Number.isFinite(away) && Number.isFinite(lag));
  const nearest = Math.max(nearMs, Math.min(...points.map(({ away }) => away)));
  const lag = Math.min(...points.filter(({ away }) => away <= nearest).map((point) => point.lag));
  const wasSet = Number.isFinite(lag) && Math.abs(lag) > latenessSeconds;
  return (at - origin) / 1000 - (wasSet ? lag : 0);
}

/**
 * Second of the media at which the recording has to end: at the stop order, or when the last person left for good.
 * Undefined: at the end of the capture.
 */
export function endOf(contents: FolderContents): number | undefined {
  const ends = [];
  if (contents.stop) ends.push(mediaSecondsAt(contents, Date.parse(contents.stop.at)));
  const last = contents.entries.findLast(({ type }) => type === 'empty' || type === 'peopled');
  if (last?.type === 'empty') ends.push(last.t);
  const known = ends.filter((end) => end !== undefined);
  return known.length > 0 ? Math.max(0, Math.min(...known)) : undefined;
}

/** A recording may be this much too short, because the clocks cannot be mapped more precisely. */
const toleranceSeconds = 0.25;
const losing = new Set(['disk_low', 'disk_full', 'engine_lost', 'broken']);

/** Whether media of the call, before the intended end, is missing from the file. */
export function isPartial(
  contents: FolderContents,
  { end, captured }: { end: number | undefined; captured: number },
): boolean {
  const wasAway = entriesOfType(contents, 'lost').some(({ t }) => t < (end ?? captured) - toleranceSeconds);
  if (wasAway) return true;
  if (end !== undefined && captured >= end - toleranceSeconds) return false;
  const [ended] = entriesOfType(contents, 'ended');
  // A recorder that died cannot report what it missed.
  return ended === undefined || losing.has(ended.reason);
}
