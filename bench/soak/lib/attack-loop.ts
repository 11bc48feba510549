import { setTimeout as pause } from 'node:timers/promises';

export interface Attack {
  name: string;
  /** Attempts started each second. */
  perSecond: number;
  /** One attempt. A rejection counts as an outcome: to refuse a connection is a legitimate answer. */
  run(): Promise<unknown>;
}

export interface AttackCount {
  name: string;
  begun: number;
  refused: number;
  /** Attempts skipped because too many of the same attack were open. */
  skipped: number;
}

/** Largest number of open attempts of one attack, so that the attacking process stays small. */
const mostOpen = 200;

async function repeat({ name, perSecond, run }: Attack, until: number): Promise<AttackCount> {
  const count = { name, begun: 0, refused: 0, skipped: 0 };
  const open = new Set<Promise<void>>();
  while (performance.now() < until) {
    if (open.size < mostOpen) {
      count.begun += 1;
      const attempt: Promise<void> = run()
        .then(
          () => undefined,
          () => {
            count.refused += 1;
          },
        )
        .finally(() => open.delete(attempt));
      open.add(attempt);
    } else count.skipped += 1;
    await pause(1000 / perSecond);
  }
  await Promise.race([Promise.all(open), pause(15_000, undefined, { ref: false })]);
  return count;
}

/** Runs all attacks at once for so many seconds, each at its own rate. */
export function attackFor(seconds: number, attacks: Attack[]): Promise<AttackCount[]> {
  const until = performance.now() + seconds * 1000;
  return Promise.all(attacks.map((attack) => repeat(attack, until)));
}
