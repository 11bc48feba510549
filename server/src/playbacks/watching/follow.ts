import { after, seconds } from '../../platform/clock.ts';
import {
  boundReport,
  continuesPart,
  isTooLate,
  type ViewingClock,
  type WatchedPart,
  type WatchReport,
  watchedBetween,
} from './intervals.ts';

/** The report before, and the stored interval that the next one may lengthen. */
export interface LastReport extends WatchReport {
  intervalId: string | null;
}

/** A report that got no response when it was made, as a later one contains it. */
export interface MissedReport extends Omit<WatchReport, 'at'> {
  /** Seconds before the later report. */
  ago: number;
}

/** A watched part; with an id, the stored interval that it lengthens. */
export interface FollowedPart extends WatchedPart {
  intervalId: string | null;
}

export interface Followed {
  report: WatchReport;
  /** The parts that were watched since the report before, in order. */
  parts: FollowedPart[];
  /** Whether the next report may lengthen the last of the parts. */
  isContinued: boolean;
}

interface Received {
  report: WatchReport;
  missed: readonly MissedReport[];
  clock: ViewingClock;
}

/** The reports in the order in which they were made. Only the server's clock counts. */
function inOrder({ report, missed }: Received): WatchReport[] {
  const made = [...missed].sort((a, b) => b.ago - a.ago);
  return [...made.map(({ ago, ...state }) => ({ ...state, at: after(-seconds(ago), report.at) })), report];
}

function append(parts: FollowedPart[], part: WatchedPart, { intervalId, isContinued }: Open): void {
  const open = parts.at(-1);
  if (isContinued && open) Object.assign(open, { endedAt: part.endedAt, to: part.to });
  else parts.push({ ...part, intervalId: isContinued ? intervalId : null });
}

type Open = Pick<Followed, 'isContinued'> & Pick<LastReport, 'intervalId'>;

/**
 * Follows a viewing from its last stored report. Missed reports count only in the time since that one, and under the
 * same bounds: nothing counts twice, and a page that claims them gains nothing that it could not have
 * reported in time (docs/decisions/0071).
 */
export function followReports(last: LastReport, received: Received): Followed {
  const { report, clock } = received;
  const parts: FollowedPart[] = [];
  const isLate = isTooLate(report, clock);
  let before: WatchReport = last;
  let isContinued = last.intervalId !== null;
  let isByPage = false;
  for (const made of isLate ? [] : inOrder(received)) {
    const bound = boundReport(made, clock);
    // It is stored already, the server's clock was set back, or the session ended before.
    if (bound.at <= before.at) continue;
    const part = watchedBetween(before, bound, { kind: clock.kind, isByPage });
    if (part) append(parts, part, { intervalId: last.intervalId, isContinued });
    isContinued = part !== undefined && continuesPart(before, bound);
    before = bound;
    isByPage = true;
  }
  const bound = boundReport(report, clock);
  const isNew = !isLate && bound.at > last.at;
  return {
    report: { ...bound, at: bound.at > last.at ? bound.at : last.at },
    parts,
    isContinued: isNew && isContinued,
  };
}
