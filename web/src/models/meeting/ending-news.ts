import type { Clock } from '../../kit/clock.ts';
import type { Notices } from '../call/notices.ts';

type Parts = {
  /** In ms. */
  endsAt: number;
  notices: Pick<Notices, 'add'>;
  /** Its `now` can be compared with the server's times. */
  clock: Clock;
};

const minute = 60_000;
const warnings = [5, 1];
/** In ms. Timers of browsers do not reach further than 24 days. */
const longest = 20 * 24 * 60 * minute;

/** Shows a notice five minutes and one minute before the meeting ends. Returns a function that stops it. */
export function notifyOfEnd({ endsAt, notices, clock }: Parts): () => void {
  const left = endsAt - clock.now();
  if (left <= 0 || left > longest) return () => undefined;
  const warn = (minutes: number): void => notices.add({ kind: 'meeting-ends', minutes });
  // A person who comes late gets the warning that the others had.
  if (left < Math.max(...warnings) * minute) warn(Math.ceil(left / minute));
  const cancels = warnings
    .filter((minutes) => left >= minutes * minute)
    .map((minutes) => clock.after(left - minutes * minute, () => warn(minutes)));
  return () => {
    for (const cancel of cancels) cancel();
  };
}
