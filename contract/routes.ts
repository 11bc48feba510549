import { accessLinkRoutes } from './operations/access-links.ts';
import { activeCallRoutes } from './operations/active-call-people.ts';
import { assetRoutes } from './operations/assets.ts';
import { auditRoutes } from './operations/audit.ts';
import { authRoutes } from './operations/auth.ts';
import { bigBlueButtonRoutes } from './operations/bigbluebutton.ts';
import { bigBlueButtonDeliveryRoutes } from './operations/bigbluebutton-deliveries.ts';
import { bigBlueButtonMeetingRoutes } from './operations/bigbluebutton-meeting.ts';
import { boardRoutes } from './operations/boards.ts';
import { brandRoutes } from './operations/brand.ts';
import { callTimerRoutes } from './operations/call-timers.ts';
import { callRoutes } from './operations/calls.ts';
import { chatRoutes } from './operations/chat/routes.ts';
import { diagnosticsRoutes } from './operations/diagnostics.ts';
import { documentRoutes } from './operations/documents.ts';
import { gestureRoutes } from './operations/gestures.ts';
import { memberRoutes } from './operations/members.ts';
import { moderatedCallRoutes } from './operations/moderated-calls.ts';
import { pageErrorRoutes } from './operations/page-errors.ts';
import { participantRoutes } from './operations/participants.ts';
import { personRoutes } from './operations/people.ts';
import { playbackEventRoutes } from './operations/playback-events.ts';
import { playbackReportRoutes } from './operations/playback-report.ts';
import { playbackTimelineRoutes } from './operations/playback-timeline.ts';
import { playbackRoutes } from './operations/playbacks.ts';
import { questionRoutes } from './operations/questions.ts';
import { recordLinkRoutes } from './operations/record-links.ts';
import { recordRoutes } from './operations/records.ts';
import { reminderRoutes } from './operations/reminders.ts';
import { analyticsRoutes } from './operations/reports.ts';
import { roomPollRoutes } from './operations/room-polls.ts';
import { roomRoutes } from './operations/rooms.ts';
import { sampleCallRoutes } from './operations/sample-calls.ts';
import { spaceRoutes } from './operations/spaces.ts';
import { stageRoutes } from './operations/stage.ts';
import { tokenRoutes } from './operations/tokens.ts';
import { transcriptionRoutes } from './operations/transcription.ts';
import { userRoutes } from './operations/users.ts';
import { viewingRoutes } from './operations/viewings.ts';
import { webhookRoutes } from './operations/webhooks.ts';
import type { Operation, Params } from './paths.ts';
import type { AnswerOf, BodyOf, QueryOf, Route, Tag } from './route.ts';

/** Every operation; `paths.generated.ts` has what clients need of it. */
export const routes = {
  ...authRoutes,
  ...tokenRoutes,
  ...userRoutes,
  ...spaceRoutes,
  ...auditRoutes,
  ...roomRoutes,
  ...playbackRoutes,
  ...playbackEventRoutes,
  ...viewingRoutes,
  ...questionRoutes,
  ...reminderRoutes,
  ...playbackTimelineRoutes,
  ...memberRoutes,
  ...accessLinkRoutes,
  ...participantRoutes,
  ...personRoutes,
  ...callRoutes,
  ...callTimerRoutes,
  ...activeCallRoutes,
  ...stageRoutes,
  ...sampleCallRoutes,
  ...analyticsRoutes,
  ...moderatedCallRoutes,
  ...playbackReportRoutes,
  ...recordRoutes,
  ...recordLinkRoutes,
  ...transcriptionRoutes,
  ...assetRoutes,
  ...documentRoutes,
  ...webhookRoutes,
  ...bigBlueButtonRoutes,
  ...bigBlueButtonDeliveryRoutes,
  ...bigBlueButtonMeetingRoutes,
  ...gestureRoutes,
  ...boardRoutes,
  ...roomPollRoutes,
  ...pageErrorRoutes,
  ...brandRoutes,
  ...diagnosticsRoutes,
  ...chatRoutes,
} as const satisfies Record<Operation, Route>;

type Routes = typeof routes;
export type Body<K extends Operation> = BodyOf<Routes[K]>;
export type Query<K extends Operation> = QueryOf<Routes[K]>;
export type Answer<K extends Operation> = AnswerOf<Routes[K]>;
export type PermissionOf<K extends Operation> = Routes[K]['permission'];
export type { Operation, Params };

/** The operations of a section of the reference. */
export const operationsIn = (tag: Tag): Operation[] =>
  (Object.keys(routes) as Operation[]).filter((name) => (routes[name] as Route).tag === tag);

/** Splits the path of an operation's block into its method and path. */
export function methodAndPath(operation: Operation): { method: string; path: string } {
  const [method = '', path = ''] = routes[operation].path.split(' ');
  return { method, path };
}
