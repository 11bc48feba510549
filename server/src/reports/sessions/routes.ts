import { now } from '../../platform/clock.ts';
import { refuse } from '../../platform/errors.ts';
import { accountOf } from '../../platform/http/access/caller.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { isReportExpired, isReportFinal } from '../../playbacks/playbacks.ts';
import { spaceOf } from '../../spaces/spaces.ts';
import type { ReportBuilds } from '../builds/build.ts';
import { csvFormOf } from '../formats/csv.ts';
import { ruleOfQuery } from '../people/attendance-rule.ts';
import { sessionReportWriter } from './file.ts';
import { type ReportedSession, reportedSession } from './store.ts';

/** Refuses a session to come, and one that is not over unless it is permanent or a provisional report is requested. */
function checkReady(session: ReportedSession, at: Date, provisional: boolean): void {
  if (session.startDate > at) refuse('report_not_ready');
  const isReady = session.isPermanent || provisional || isReportFinal(session, at);
  if (!isReady) refuse('report_not_ready');
}

export interface SessionReportParts {
  builds: ReportBuilds;
  config: { LECTERN_RETENTION_DAYS?: number };
}

export const sessionReportEndpoints = ({ builds, config }: SessionReportParts): Endpoint[] => [
  endpoint('getPlaybackSessionAnalyticsReport', {
    access: spaceOf,
    handle: async ({ db, caller, params: { spaceId }, query, signal }) => {
      const { playbackEventId: eventId, playbackEventSessionId: sessionId } = query;
      const { provisional = false, format = 'json' } = query;
      const reported = (await reportedSession(db, { spaceId, eventId, sessionId })) ?? refuse('not_found');
      const at = now();
      if (isReportExpired(reported, at, config.LECTERN_RETENTION_DAYS)) refuse('report_expired');
      checkReady(reported, at, provisional);
      const userId = accountOf(caller) ?? refuse('forbidden');
      const order = { reported, generatedAt: at, viewerId: userId, rule: ruleOfQuery(query), format };
      return builds.build(sessionReportWriter, { ...order, ...csvFormOf(query) }, { reader: userId, signal });
    },
  }),
];
