import { Type } from 'typebox';
import { room, sessions } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { List, pageOfList } from '../shared.ts';
import { reportFiles, reportQuery } from './report-query.ts';
import { AnalyticsCall, AttendanceReport } from './reports.ts';

/** For moderators without an account (docs/decisions/0190). */
export const moderatedCallRoutes = section('Analytics', 'docs/decisions/0190', {
  listModeratedCalls: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/moderated-calls',
    permission: room('review', sessions),
    summary: 'List the finished calls of a room in which you were a moderator by a link',
    query: Type.Object(pageOfList),
    answer: List(AnalyticsCall),
  }),
  getModeratedCallReport: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/moderated-calls/:callId/report',
    permission: room('review', sessions),
    summary: 'Read who attended a call in which you were a moderator by a link',
    query: Type.Object(reportQuery),
    answer: AttendanceReport,
    files: reportFiles,
    errors: ['report_not_ready', 'report_expired'],
  }),
});
