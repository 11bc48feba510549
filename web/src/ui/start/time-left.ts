export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

/** The time until a start, rounded up: it is zero at the start only. */
export function timeLeft(startsAt: number, now: number): TimeLeft {
  const whole = Math.max(0, Math.ceil((startsAt - now) / 1_000));
  return {
    days: Math.floor(whole / 86_400),
    hours: Math.floor(whole / 3_600) % 24,
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
  };
}

/** In ms until the countdown shows another second. */
export const untilNextSecond = (startsAt: number, now: number): number => {
  const rest = (startsAt - now) % 1_000;
  return rest > 0 ? rest : 1_000 + rest;
};
