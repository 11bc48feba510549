/** A picture that a viewer saw. */
export interface SeenPicture {
  /** When it was shown, in milliseconds since 1970. */
  at: number;
  /** The distance from the session's clock in milliseconds; positive: ahead. */
  drift: number;
}

/** The pictures from one beginning to the next. A beginning is the first picture, or the first one after an interruption. */
export interface Spell {
  seen: SeenPicture[];
}

/** How well a viewer followed the session. All times are in milliseconds. */
export interface Following {
  /** The distances from 5 s after each beginning. */
  distances: number[];
  /** Until the picture stayed within 100 ms, the longest of all beginnings. */
  settledAfter: number;
  /** The largest distance from 2 s to 5 s after a beginning. */
  offAfterTwoSeconds: number;
}

const steadyAfterMs = 5_000;
const settledWithinMs = 100;
/** A single picture that was shown late does not count as a departure: two in a row do. */
const inARow = 2;

function settledAfterOf({ seen }: Spell): number {
  const [first] = seen;
  if (!first) return Number.POSITIVE_INFINITY;
  const early = seen.filter(({ at }) => at - first.at < 2 * steadyAfterMs);
  let settledAt = first.at;
  let outside = 0;
  for (const [index, { drift }] of early.entries()) {
    outside = Math.abs(drift) > settledWithinMs ? outside + 1 : 0;
    if (outside >= inARow || (outside > 0 && index < inARow))
      settledAt = early[index + 1]?.at ?? Number.POSITIVE_INFINITY;
  }
  return settledAt - first.at;
}

const since = ({ seen }: Spell, from: number, until: number): number[] => {
  const begun = seen[0]?.at ?? 0;
  return seen
    .filter(({ at }) => at - begun >= from && at - begun < until)
    .map(({ drift }) => Math.abs(drift));
};

export function followingOf(spells: Spell[]): Following {
  return {
    distances: spells.flatMap((spell) => since(spell, steadyAfterMs, Number.POSITIVE_INFINITY)),
    settledAfter: Math.max(...spells.map(settledAfterOf)),
    offAfterTwoSeconds: Math.max(0, ...spells.flatMap((spell) => since(spell, 2_000, steadyAfterMs))),
  };
}
