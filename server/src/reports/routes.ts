import type { Endpoint } from '../platform/http/endpoint.ts';
import { callAnalyticsEndpoints } from './calls/routes.ts';
import { chatAnalyticsEndpoints } from './chat/routes.ts';
import { type SessionReportParts, sessionReportEndpoints } from './sessions/routes.ts';

export const reportEndpoints = (parts: SessionReportParts): Endpoint[] => [
  ...callAnalyticsEndpoints(parts),
  ...chatAnalyticsEndpoints(),
  ...sessionReportEndpoints(parts),
];
