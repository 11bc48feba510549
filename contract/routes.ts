import { accessLinkRoutes } from './operations/access-links.ts';
import { activeCallRoutes } from './operations/active-call-people.ts';
import { assetRoutes } from './operations/assets.ts';
import { authRoutes } from './operations/auth.ts';
import { callRoutes } from './operations/calls.ts';
import { chatRoutes } from './operations/chat/routes.ts';
import { diagnosticsRoutes } from './operations/diagnostics.ts';
import { gestureRoutes } from './operations/gestures.ts';
import { memberRoutes } from './operations/members.ts';
import { pageErrorRoutes } from './operations/page-errors.ts';
import { participantRoutes } from './operations/participants.ts';
import { personRoutes } from './operations/people.ts';
import { playbackEventRoutes } from './operations/playback-events.ts';
import { playbackReportRoutes } from './operations/playback-report.ts';
import { playbackTimelineRoutes } from './operations/playback-timeline.ts';
import { playbackRoutes } from './operations/playbacks.ts';
import { recordRoutes } from './operations/records.ts';
import { reminderRoutes } from './operations/reminders.ts';
import { analyticsRoutes } from './operations/reports.ts';
import { roomPollRoutes } from './operations/room-polls.ts';
import { roomRoutes } from './operations/rooms.ts';
import { spaceRoutes } from './operations/spaces.ts';
import { transcriptionRoutes } from './operations/transcription.ts';
import { userRoutes } from './operations/users.ts';
import { viewingRoutes } from './operations/viewings.ts';
import { webhookRoutes } from './operations/webhooks.ts';
import type { Operation, Params } from './paths.ts';
import type { AnswerOf, BodyOf, QueryOf, Route } from './route.ts';

/** Every operation; `paths.generated.ts` has what clients need of it. */
export const routes = {
  ...authRoutes,
  ...userRoutes,
  ...spaceRoutes,
  ...roomRoutes,
  ...playbackRoutes,
  ...playbackEventRoutes,
  ...viewingRoutes,
  ...reminderRoutes,
  ...playbackTimelineRoutes,
  ...playbackReportRoutes,
  ...memberRoutes,
  ...accessLinkRoutes,
  ...participantRoutes,
  ...personRoutes,
  ...callRoutes,
  ...activeCallRoutes,
  ...analyticsRoutes,
  ...recordRoutes,
  ...transcriptionRoutes,
  ...assetRoutes,
  ...webhookRoutes,
  ...gestureRoutes,
  ...roomPollRoutes,
  ...pageErrorRoutes,
  ...diagnosticsRoutes,
  ...chatRoutes,
} as const satisfies Record<Operation, Route>;

/** The sections of the reference, in their order. */
export const tags: { name: string; description: string; operations: object }[] = [
  { name: 'Tokens', description: 'Credentials and how to get them.', operations: authRoutes },
  { name: 'Users', description: 'Accounts.', operations: userRoutes },
  { name: 'Groups', description: 'Groups (spaces) that hold rooms.', operations: spaceRoutes },
  {
    name: 'Members',
    description: 'Members of a group, roles in a room, and invitations.',
    operations: memberRoutes,
  },
  { name: 'Rooms', description: 'Where calls take place.', operations: roomRoutes },
  {
    name: 'Automatic webinars',
    description: 'Webinars that play a video by a schedule.',
    operations: { ...playbackRoutes, ...playbackEventRoutes },
  },
  {
    name: 'Watching',
    description:
      'What the page of an automatic webinar shows, what its viewers watched, and emails before a session.',
    operations: { ...viewingRoutes, ...reminderRoutes },
  },
  {
    name: 'Timelines of webinars',
    description: 'Offers, polls and messages at given seconds, and the chat of the recorded call.',
    operations: playbackTimelineRoutes,
  },
  { name: 'Access links', description: 'Entry without an account.', operations: accessLinkRoutes },
  {
    name: 'Participants',
    description: 'Entering a call, and permissions in it.',
    operations: participantRoutes,
  },
  { name: 'People', description: "People by the integrator's own ids.", operations: personRoutes },
  { name: 'Calls', description: 'Running calls.', operations: { ...callRoutes, ...activeCallRoutes } },
  {
    name: 'Analytics',
    description:
      'Past calls and sessions of webinars, and who attended them. See [the guide](/docs/guides/reports).',
    operations: { ...analyticsRoutes, ...playbackReportRoutes },
  },
  {
    name: 'Recordings',
    description: 'Recording a call, and the results. See [the guide](/docs/guides/recordings).',
    operations: recordRoutes,
  },
  {
    name: 'Transcripts',
    description: 'What was said in a recording, and by whom.',
    operations: transcriptionRoutes,
  },
  {
    name: 'Uploaded videos',
    description:
      'Video files that moderators upload into a group, resumably, by tus 1.0. See [the guide](/docs/guides/uploads).',
    operations: assetRoutes,
  },
  {
    name: 'Webhooks',
    description:
      'Being told when a call begins and ends, and the log of what was sent. See [the guide](/docs/guides/webhooks).',
    operations: webhookRoutes,
  },
  {
    name: 'Page',
    description: 'Error reports and connection tests of our own page.',
    operations: { ...pageErrorRoutes, ...diagnosticsRoutes },
  },
  { name: 'Gestures', description: 'Raised hands and flying reactions.', operations: gestureRoutes },
  {
    name: 'Polls of rooms',
    description: 'Polls that are prepared before a call, and who answered what. The chat runs them.',
    operations: roomPollRoutes,
  },
  {
    name: 'Chat',
    description:
      'Channels, messages, polls. Every path stands under /chat too. See [the guide](/docs/guides/chat), also for the socket.',
    operations: chatRoutes,
  },
];

type Routes = typeof routes;
export type Body<K extends Operation> = BodyOf<Routes[K]>;
export type Query<K extends Operation> = QueryOf<Routes[K]>;
export type Answer<K extends Operation> = AnswerOf<Routes[K]>;
export type PermissionOf<K extends Operation> = Routes[K]['permission'];
export type { Operation, Params };

/** Splits the path of an operation's block into its method and path. */
export function methodAndPath(operation: Operation): { method: string; path: string } {
  const [method = '', path = ''] = routes[operation].path.split(' ');
  return { method, path };
}
