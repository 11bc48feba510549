import type { SessionSpan, ViewingInput } from '../model.ts';

/** The counts of a simulation for one person in the session, or in its replay. Everything is in steps. */
export interface NaiveTimes {
  visits: number;
  online: Set<number>;
  tab: Set<number>;
  video: Set<number>;
}

/**
 * Marks each step of the clock and of the video that a page played, without any interval: it is slow and simple on
 * purpose. All times of the input are multiples of the step.
 */
export function simulateViewer(
  span: SessionSpan,
  viewings: ViewingInput[],
  stepMs: number,
): { session: NaiveTimes; replay: NaiveTimes } {
  const nothing = (): NaiveTimes => ({ visits: 0, online: new Set(), tab: new Set(), video: new Set() });
  const found = { session: nothing(), replay: nothing() };
  for (const { kind, parts } of viewings) {
    const times = kind === 'replay' ? found.replay : found.session;
    const last = kind === 'replay' ? span.reportedAt : span.until;
    times.visits += 1;
    for (const { at, video, isTabVisible } of parts) {
      for (let time = at.start; time < at.end; time += stepMs) {
        if (time < span.start || time >= last) continue;
        times.online.add(time);
        if (isTabVisible) times.tab.add(time);
      }
      for (let time = video.start; time < video.end; time += stepMs)
        if (time >= 0 && time < (span.videoLength ?? 0)) times.video.add(time);
    }
  }
  return found;
}
