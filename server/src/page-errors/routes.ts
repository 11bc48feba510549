/**
 * Reports of pages about their own errors (`web/src/faults/`): a line in the log and a metric. Owns no table.
 * The fields, which have no text that a person wrote: `contract/operations/page-errors.ts`.
 */

import { largestPageError } from '../../../contract/operations/page-errors.ts';
import type { Body } from '../../../contract/routes.ts';
import type { RateLimits } from '../platform/http/access/rate-limit.ts';
import { type Endpoint, endpoint, openToAll } from '../platform/http/endpoint.ts';
import { limitKeyOf } from '../platform/http/networks.ts';
import type { Logger } from '../platform/logging/log.ts';

export interface PageErrorParts {
  log: Logger;
  limits: RateLimits;
  /** False if LECTERN_RATE_LIMIT_PER_MINUTE is 0. */
  isLimited: boolean;
  count: (error: Pick<Body<'reportPageError'>, 'part' | 'kind'>) => void;
}

/** A page reports each error once. These limits protect the log from a client that reports more. */
const perMinute = { byAddress: 30, inAll: 300 };

export const pageErrorEndpoints = ({ log, limits, isLimited, count }: PageErrorParts): Endpoint[] => [
  endpoint('reportPageError', {
    access: openToAll,
    bodyLimit: largestPageError,
    handle: async ({ body, origin }) => {
      if (isLimited) await limits.takeOrRefuse(`page-errors:${limitKeyOf(origin.ip)}`, perMinute.byAddress);
      const { part, kind, name, frames, browser, browserVersion } = body;
      count({ part, kind });
      // Over the limit of all addresses a report is counted but not logged, and it is not refused.
      if (isLimited && !(await limits.take('page-errors', perMinute.inAll)).allowed) return;
      log.warn({ part, kind, name, frames, browser, browserVersion }, 'a page reported an error');
    },
  }),
];
