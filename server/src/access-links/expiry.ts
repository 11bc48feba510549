import type { ErrorDetail } from '../../../contract/errors.ts';
import { after, now, parseMoment, seconds } from '../platform/clock.ts';

const usualSeconds = 86_400;
const longestDays = 366;

/** How long a link lives, as a request states it: for a time, or until a moment. */
export interface WantedExpiry {
  ttl?: number | undefined;
  expiresAt?: string | undefined;
}

/** The moment at which a link expires that is created at `from`. */
export const expiryOf = ({ ttl, expiresAt }: WantedExpiry, from: Date): Date =>
  (expiresAt === undefined ? undefined : parseMoment(expiresAt)) ?? after(seconds(ttl ?? usualSeconds), from);

/** Why a link cannot expire at this moment. */
export function expiryFaults(expiresAt: string | undefined, from: Date = now()): ErrorDetail[] {
  const moment = expiresAt === undefined ? undefined : parseMoment(expiresAt);
  if (!moment) return [];
  const path = 'expiresAt';
  if (moment <= from) return [{ path, message: 'must be in the future' }];
  const latest = after(seconds(longestDays * 24 * 3600), from);
  return moment > latest ? [{ path, message: `must be at most ${longestDays} days ahead` }] : [];
}
