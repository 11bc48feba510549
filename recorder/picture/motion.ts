import type { TilePlan } from './layout.ts';
import { evenRect, type Rect, type Size, sameRect } from './rect.ts';

/** Seconds of media that a change of the layout takes. */
const duration = 0.32;

interface Moving {
  plan: TilePlan;
  from: Rect;
  fromRadius: number;
  to: Rect;
  since: number;
  isLeaving: boolean;
}

/** Smoothstep: slow, fast, slow, and never backwards. */
const ease = (part: number): number => part * part * (3 - 2 * part);

const middleOf = ({ x, y, width, height }: Rect): Rect => ({
  x: x + width / 2,
  y: y + height / 2,
  width: 0,
  height: 0,
});

const between = (from: number, to: number, part: number): number => from + (to - from) * part;

function progressOf({ since }: Moving, t: number): number {
  return ease(Math.min(1, Math.max(0, (t - since) / duration)));
}

function rectAt(moving: Moving, t: number): Rect {
  const part = progressOf(moving, t);
  const { from, to } = moving;
  return {
    x: between(from.x, to.x, part),
    y: between(from.y, to.y, part),
    width: between(from.width, to.width, part),
    height: between(from.height, to.height, part),
  };
}

const radiusAt = (moving: Moving, t: number): number =>
  Math.round(between(moving.fromRadius, moving.plan.radius, progressOf(moving, t)));

/**
 * Moves tiles from their current positions to their targets. New tiles grow from the middle of their target, leaving
 * ones shrink into their middle. Progress depends on media time, so a late picture is as far along as it should be.
 */
export class Motion {
  #tiles = new Map<string, Moving>();
  #isFirst = true;

  /** Sets the targets from `t` on. */
  aim(plans: readonly TilePlan[], t: number): void {
    const next = new Map<string, Moving>();
    for (const plan of plans) next.set(plan.key, this.#towards(plan, t));
    for (const [key, moving] of this.#tiles) {
      if (next.has(key)) continue;
      const leaving = moving.isLeaving ? moving : this.#away(moving, t);
      if (progressOf(leaving, t) < 1) next.set(key, leaving);
    }
    this.#tiles = next;
    this.#isFirst = false;
  }

  /** Puts every tile in its place at once: the next picture has another size. */
  forget(): void {
    this.#tiles.clear();
    this.#isFirst = true;
  }

  /** Positions in drawing order: large tiles first, so that they do not hide small ones. */
  at(t: number, picture: Size): TilePlan[] {
    const placed = [...this.#tiles.values()].map((moving) => ({
      ...moving.plan,
      rect: evenRect(rectAt(moving, t), picture),
      radius: radiusAt(moving, t),
    }));
    return placed.sort((a, b) => b.rect.width - a.rect.width);
  }

  #towards(plan: TilePlan, t: number): Moving {
    const old = this.#tiles.get(plan.key);
    if (old && !old.isLeaving && sameRect(old.to, plan.rect)) return { ...old, plan };
    const from = old ? rectAt(old, t) : this.#isFirst ? plan.rect : middleOf(plan.rect);
    const fromRadius = old ? radiusAt(old, t) : plan.radius;
    return { plan, from, fromRadius, to: plan.rect, since: t, isLeaving: false };
  }

  #away(moving: Moving, t: number): Moving {
    const from = rectAt(moving, t);
    return { ...moving, from, fromRadius: moving.plan.radius, to: middleOf(from), since: t, isLeaving: true };
  }
}
