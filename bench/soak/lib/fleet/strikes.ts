import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet, Part } from './parts.ts';

/** One misfortune and the return from it. */
export interface Strike {
  what: string;
  /** The node that answers nobody meanwhile. */
  url?: string | undefined;
  run(): Promise<void>;
}

/** Longer than a page needs to leave a frozen node, and than another node needs to take its work. */
const frozenMs = 12_000;
/** Longer than a node that records needs to be given up. */
const lostMs = 22_000;
const awayMs = 4_000;

const urlOf = (part: Part): string | undefined => ('url' in part ? String(part.url) : undefined);

const killed = (part: Part, ms = 1_000): Strike => ({
  ...{ what: `${part.name}: SIGKILL`, url: urlOf(part) },
  run: async () => {
    await part.kill();
    await pause(ms);
    await part.start();
  },
});

const restarted = (part: Part): Strike => ({
  ...{ what: `${part.name}: SIGTERM`, url: urlOf(part) },
  run: async () => {
    await part.stop?.();
    await part.start();
  },
});

const frozen = (part: Part, ms = frozenMs): Strike => ({
  ...{ what: `${part.name}: SIGSTOP for ${ms / 1000} s`, url: urlOf(part) },
  run: async () => {
    part.freeze();
    await pause(ms).finally(part.thaw);
  },
});

/** Every part in turn, each by every signal that it may get. */
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
    if (!api || !recorder) throw new Error('the fleet has two nodes of each kind');
    return [
      killed(api),
      lost[at],
      killed(redis, awayMs),
      frozen(api),
      killed(storage, awayMs),
      killed(postgres),
    ]
      .concat([killed(livekit), restarted(api), killed(proxy), killed(recorder), frozen(recorder, lostMs)])
      .concat([frozen(redis, awayMs), frozen(storage, awayMs), restarted(recorder)])
      .concat([frozen(postgres, awayMs), frozen(livekit, awayMs), restarted(api)]);
  });
  return rounds.flat().filter((strike) => strike !== undefined);
}
