import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet, FleetPart } from './parts.ts';

/** A failure and its end. */
export interface Strike {
  what: string;
  /** URL of the node that does not respond meanwhile. */
  url?: string | undefined;
  /** Whether pages have to leave this node. */
  isLeft?: boolean;
  /** Code of the refusals that nodes return and log until the part is back. */
  refusal?: string;
  run(): Promise<void>;
}

/** Longer than a page's request timeout, and than another node needs to take over from a frozen one. */
const frozenMs = 20_000;
/** Longer than it takes to give up a recording node. */
const lostMs = 22_000;
const awayMs = 4_000;

const urlOf = (part: FleetPart): string | undefined => ('url' in part ? String(part.url) : undefined);

const killed = (part: FleetPart, ms = 1_000): Strike => ({
  ...{ what: `${part.name}: SIGKILL`, url: urlOf(part) },
  run: async () => {
    await part.kill();
    await pause(ms);
    await part.start();
  },
});

const restarted = (part: FleetPart): Strike => ({
  ...{ what: `${part.name}: SIGTERM`, url: urlOf(part) },
  run: async () => {
    await part.stop?.();
    await part.start();
  },
});

const frozen = (part: FleetPart, ms: number): Strike => ({
  ...{ what: `${part.name}: SIGSTOP for ${ms / 1000} s`, url: urlOf(part) },
  run: async () => {
    part.freeze();
    await pause(ms).finally(part.thaw);
  },
});

const refusing = (strike: Strike): Strike => ({ ...strike, refusal: 'database_away' });

/** The database ends the transactions of a frozen node: their requests fail once the node runs again. */
const frozenBeforePages = (part: FleetPart): Strike => refusing({ ...frozen(part, frozenMs), isLeft: true });

/** Every part in turn, with every signal that it may get. */
export function strikesOn(fleet: Fleet): Strike[] {
  const { apis, recorders, redis, storage, livekit, postgres, proxy } = fleet;
  const lost: Strike[] = recorders.map((recorder) => ({
    ...{ what: `${recorder.name}: lost with its recorders for ${lostMs / 1000} s`, url: recorder.url },
    run: async () => {
      await recorder.lose();
      await pause(lostMs);
      await recorder.start();
    },
  }));
  const rounds = [0, 1].map((at) => {
    const [api, recorder] = [apis[at], recorders[at]];
    if (!api || !recorder) throw new Error('the fleet needs two nodes of each kind');
    return [
      killed(api),
      lost[at],
      killed(redis, awayMs),
      frozenBeforePages(api),
      killed(storage, awayMs),
      refusing(killed(postgres)),
    ]
      .concat([killed(livekit), restarted(api), killed(proxy), killed(recorder), frozen(recorder, lostMs)])
      .concat([frozen(redis, awayMs), frozen(storage, awayMs), restarted(recorder)])
      .concat([refusing(frozen(postgres, awayMs)), frozen(livekit, awayMs), restarted(api)]);
  });
  return rounds.flat().filter((strike) => strike !== undefined);
}
