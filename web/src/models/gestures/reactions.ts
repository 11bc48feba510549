import { type StageReaction, stageReactions } from '../../../../contract/operations/stage-reactions.ts';
import type { Clock } from '../../kit/clock.ts';
import { waitOf } from '../../kit/refusals.ts';
import { retryWhileJoining } from '../../kit/retries.ts';
import { createScope } from '../../kit/scope.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { Live, Payload } from '../live/live.ts';
import type { GestureApi } from './api.ts';

/** A person who reacted. */
export type Sender = { name: string; isMe: boolean };

/**
 * A flying reaction. `count`: how many it stands for; `from`: who sent it, if it stands for one; `lane`: its distance from
 * the left, 0 to 1.
 */
export type FlyingReaction = {
  id: number;
  emoji: StageReaction;
  count: number;
  from: Sender | undefined;
  lane: number;
  delay: number;
};
/** `from`: the first different people who sent it. */
export type ReactionCount = { emoji: StageReaction; count: number; from: readonly Sender[] };

type ReactionParts = {
  api: Pick<GestureApi, 'react'>;
  live: Pick<Live, 'onSignal'>;
  channelId: string;
  /** The own participant id. */
  participantId: string;
  clock: Clock;
  random?: (() => number) | undefined;
};

/** In ms, from its start until it has faded. */
export const flightTime = 3_000;
/** Reactions of one event start spread over so many milliseconds. */
const spread = 450;
const mostAtOnce = 24;
const mostOfOneKind = 4;
const highestCount = 100_000;
const mostNamed = 3;
/** Stop expecting our own reaction if the server has not echoed it within this time, in ms. */
const echoTimeout = 4_000;
const pauseAfterRefusal = 5_000;

/**
 * The flying stage reactions. Those of others arrive as counts, and a hundred of them fly as a few that show their
 * number. The own reaction flies at once, and is subtracted from the counts when they include it.
 */
export class Reactions {
  readonly #parts: ReactionParts;
  readonly #flying = createStore<readonly FlyingReaction[]>([]);
  /** The reactions that fly now. */
  readonly flying: Store<readonly FlyingReaction[]> = this.#flying;
  readonly #counts = createStore<readonly ReactionCount[]>([]);
  /** The same as sums, for people who reduce motion; removed when none came for a while. */
  readonly counts: Store<readonly ReactionCount[]> = this.#counts;
  readonly #isPaused = createStore(false);
  /** True while the server's rate limit applies. */
  readonly isPaused: Store<boolean> = this.#isPaused;
  readonly #own = new Map<StageReaction, number>();
  readonly #timers = new Set<() => void>();
  readonly #scope = createScope();
  #last = 0;
  #tallies = 0;

  constructor(parts: ReactionParts) {
    this.#parts = parts;
    const { live, channelId } = parts;
    this.#scope.add(live.onSignal(`chat:${channelId}`, 'reactions', (payload) => this.#onCounts(payload)));
  }

  async send(emoji: StageReaction): Promise<void> {
    if (this.#isPaused.get()) return;
    this.#show([{ emoji, count: 1, from: [{ name: '', isMe: true }] }]);
    this.#expect(emoji, 1);
    this.#after(echoTimeout, () => this.#expect(emoji, -1));
    const { api, clock } = this.#parts;
    const joining = { code: 'participant_not_in_call', clock, scope: this.#scope };
    try {
      await retryWhileJoining(() => api.react(emoji), joining);
    } catch (error) {
      // The person has seen the own reaction fly, so show no error. Only a rate limit has an effect.
      const pause = waitOf(error);
      if (pause !== undefined) this.#pause(Math.max(pause, pauseAfterRefusal));
    }
  }

  end(): void {
    this.#scope.end();
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }

  #after(milliseconds: number, run: () => void): void {
    const cancel = this.#parts.clock.after(milliseconds, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }

  #pause(milliseconds: number): void {
    this.#isPaused.set(true);
    this.#after(milliseconds, () => this.#isPaused.set(false));
  }

  #expect(emoji: StageReaction, by: number): void {
    this.#own.set(emoji, Math.max(0, (this.#own.get(emoji) ?? 0) + by));
  }

  #onCounts({ counts, from }: Payload): void {
    const news: ReactionCount[] = [];
    const others = othersIn(from, this.#parts.participantId);
    for (const { emoji, count } of countsIn(counts)) {
      const own = Math.min(this.#own.get(emoji) ?? 0, count);
      this.#expect(emoji, -own);
      if (count > own) news.push({ emoji, count: count - own, from: others.get(emoji) ?? [] });
    }
    if (news.length > 0) this.#show(news);
  }

  #show(news: readonly ReactionCount[]): void {
    this.#launch(news);
    this.#addCounts(news);
  }

  #launch(news: readonly ReactionCount[]): void {
    const random = this.#parts.random ?? Math.random;
    const free = mostAtOnce - this.#flying.get().length;
    const isAlone = news.length === 1 && news[0]?.count === 1;
    const started = news
      .flatMap(({ emoji, count, from }) =>
        shares(count).map((share, index) => ({
          emoji,
          count: share,
          from: share === 1 ? from[index] : undefined,
        })),
      )
      .slice(0, Math.max(0, free))
      .map(({ emoji, count, from }): FlyingReaction => {
        this.#last += 1;
        const delay = isAlone ? 0 : Math.round(random() * spread);
        return { id: this.#last, emoji, count, from, lane: random(), delay };
      });
    if (started.length === 0) return;
    this.#flying.set([...this.#flying.get(), ...started]);
    const ids = new Set(started.map(({ id }) => id));
    this.#after(flightTime + spread, () =>
      this.#flying.set(this.#flying.get().filter(({ id }) => !ids.has(id))),
    );
  }

  #addCounts(news: readonly ReactionCount[]): void {
    const sums = new Map(this.#counts.get().map((sum) => [sum.emoji, sum]));
    for (const { emoji, count, from } of news) {
      const sum = sums.get(emoji) ?? { emoji, count: 0, from: [] };
      const senders = new Map([...sum.from, ...from].map((sender) => [keyOf(sender), sender]));
      sums.set(emoji, { emoji, count: sum.count + count, from: [...senders.values()].slice(0, mostNamed) });
    }
    this.#counts.set([...sums.values()]);
    this.#tallies += 1;
    const mine = this.#tallies;
    this.#after(flightTime, () => {
      if (mine === this.#tallies) this.#counts.set([]);
    });
  }
}

/** Splits a count into a few single reactions and one that carries the rest. */
function shares(count: number): number[] {
  if (count <= mostOfOneKind) return Array.from({ length: count }, () => 1);
  const alone = mostOfOneKind - 1;
  return [...Array.from({ length: alone }, () => 1), count - alone];
}

const keyOf = ({ name, isMe }: Sender): string => (isMe ? 'me' : `name ${name}`);

/** The names of others by emoji, one for each reaction. An older server sends none. */
function othersIn(from: unknown, me: string): ReadonlyMap<string, readonly Sender[]> {
  const others = new Map<string, Sender[]>();
  for (const sender of Array.isArray(from) ? from : []) {
    const { emoji, participantId, name } = Object(sender) as Record<string, unknown>;
    if (typeof emoji !== 'string' || typeof name !== 'string' || participantId === me) continue;
    others.set(emoji, [...(others.get(emoji) ?? []), { name, isMe: false }]);
  }
  return others;
}

function countsIn(counts: unknown): Omit<ReactionCount, 'from'>[] {
  if (typeof counts !== 'object' || counts === null) return [];
  return stageReactions.flatMap((emoji) => {
    const count = (counts as Record<string, unknown>)[emoji];
    return typeof count === 'number' && Number.isSafeInteger(count) && count > 0
      ? [{ emoji, count: Math.min(count, highestCount) }]
      : [];
  });
}
