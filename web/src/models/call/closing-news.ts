import type { Clock } from '../../kit/clock.ts';
import type { Notices } from './notices.ts';

type Parts = {
  /** When the room closes; null: never. */
  closesAt: string | null;
  /** Reads the time again: a moderator may have changed it during the call. */
  readClosesAt: () => Promise<string | null>;
  notices: Notices;
  /** Its `now` can be compared with the server's times. */
  clock: Clock;
};

/** In ms. */
const noticeBefore = 5 * 60_000;
/** In ms. Timers of browsers do not reach further than 24 days; no call is that long. */
const longestCall = 24 * 60 * 60_000;

/** Shows a notice some minutes before nobody new can enter. The call goes on. Returns a function that stops it. */
export function notifyOfClosing({ closesAt, readClosesAt, notices, clock }: Parts): () => void {
  let hasEnded = false;
  let cancel = (): void => undefined;
  const wait = (until: string | null): void => {
    if (until === null || hasEnded) return;
    const rest = Date.parse(until) - clock.now();
    if (rest <= 0 || rest > longestCall) return;
    cancel = clock.after(Math.max(0, rest - noticeBefore), () => void check(until));
  };
  const check = async (known: string): Promise<void> => {
    const latest = await readClosesAt().catch(() => known);
    if (latest !== known) wait(latest);
    else if (!hasEnded) notices.add({ kind: 'entry-closes', at: Date.parse(known) });
  };
  wait(closesAt);
  return () => {
    hasEnded = true;
    cancel();
  };
}
