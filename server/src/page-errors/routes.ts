import { largestPageError } from '../../../contract/page-errors.ts';
import type { Body } from '../../../contract/routes.ts';
import { Refusal } from '../platform/errors.ts';
import type { RateLimits } from '../platform/http/access/rate-limit.ts';
import { type Endpoint, endpoint, openToAll } from '../platform/http/endpoint.ts';
import { limitKeyOf } from '../platform/http/networks.ts';
import type { Logger } from '../platform/log.ts';

export interface PageErrorParts {
  log: Logger;
  limits: RateLimits;
  /** False: LECTERN_RATE_LIMIT_PER_MINUTE is 0. */
  isLimited: boolean;
  count: (error: Pick<Body<'reportPageError'>, 'part' | 'kind'>) => void;
}

/** A page reports each error once; these figures protect the log from anybody who reports more. */
const perMinute = { byAddress: 30, inAll: 300 };

async function limitAddress(limits: RateLimits, address: string): Promise<void> {
  const { allowed, reset } = await limits.take(`page-errors:${limitKeyOf(address)}`, perMinute.byAddress);
  if (!allowed) throw new Refusal('rate_limited', { retryAfter: reset });
}

export const pageErrorEndpoints = ({ log, limits, isLimited, count }: PageErrorParts): Endpoint[] => [
  endpoint('reportPageError', {
    access: openToAll,
    bodyLimit: largestPageError,
    handle: async ({ body, origin }) => {
      if (isLimited) await limitAddress(limits, origin.ip);
      const { part, kind, name, frames, browser, browserVersion } = body;
      count({ part, kind });
      // One sender with many addresses fills no log, and nobody else is refused for it.
      if (isLimited && !(await limits.take('page-errors', perMinute.inAll)).allowed) return undefined;
      log.warn({ part, kind, name, frames, browser, browserVersion }, 'a page reported an error');
      return undefined;
    },
  }),
];
