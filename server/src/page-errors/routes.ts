import { largestPageError } from '../../../contract/page-errors.ts';
import type { Body } from '../../../contract/routes.ts';
import { Refusal } from '../platform/errors.ts';
import { type Endpoint, endpoint, open } from '../platform/http/endpoint.ts';
import { limitKeyOf } from '../platform/http/networks.ts';
import type { RateLimits } from '../platform/http/rate-limit.ts';
import type { Logger } from '../platform/log.ts';

export interface PageErrorParts {
  log: Logger;
  limits: RateLimits;
  count: (error: Pick<Body<'reportPageError'>, 'part' | 'kind'>) => void;
}

/** A page reports each error once; these figures protect the log from anybody who reports more. */
const perMinute = { byAddress: 30, inAll: 300 };

async function limit(limits: RateLimits, address: string): Promise<void> {
  for (const [key, most] of [
    [`page-errors:${limitKeyOf(address)}`, perMinute.byAddress],
    ['page-errors', perMinute.inAll],
  ] as const) {
    const { allowed, reset } = await limits.take(key, most);
    if (!allowed) throw new Refusal('rate_limited', { retryAfter: reset });
  }
}

export const pageErrorEndpoints = ({ log, limits, count }: PageErrorParts): Endpoint[] => [
  endpoint('reportPageError', {
    access: open,
    bodyLimit: largestPageError,
    handle: async ({ body, origin }) => {
      await limit(limits, origin.ip);
      const { part, kind, name, frames, browser, browserVersion } = body;
      count({ part, kind });
      log.warn({ part, kind, name, frames, browser, browserVersion }, 'a page reported an error');
      return undefined;
    },
  }),
];
