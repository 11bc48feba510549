import { accessLinkRoutes } from './access-links.ts';
import { authRoutes } from './auth.ts';
import { callRoutes } from './calls.ts';
import { chatRoutes } from './chat/routes.ts';
import { gestureRoutes } from './gestures.ts';
import { memberRoutes } from './members.ts';
import { pageErrorRoutes } from './page-errors.ts';
import { participantRoutes } from './participants.ts';
import { type Operation, type Params, paths } from './paths.ts';
import { personRoutes } from './people.ts';
import { recordRoutes } from './records.ts';
import { roomRoutes } from './rooms.ts';
import type { AnswerOf, BodyOf, QueryOf, Route } from './route.ts';
import { spaceRoutes } from './spaces.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every operation with its schemas; `paths.ts` has its method and path. */
export const routes = {
  ...authRoutes,
  ...userRoutes,
  ...spaceRoutes,
  ...roomRoutes,
  ...memberRoutes,
  ...accessLinkRoutes,
  ...participantRoutes,
  ...personRoutes,
  ...callRoutes,
  ...recordRoutes,
  ...webhookRoutes,
  ...gestureRoutes,
  ...pageErrorRoutes,
  ...chatRoutes,
} as const satisfies Record<Operation, Route>;

type Routes = typeof routes;
export type Body<K extends Operation> = BodyOf<Routes[K]>;
export type Query<K extends Operation> = QueryOf<Routes[K]>;
export type Answer<K extends Operation> = AnswerOf<Routes[K]>;
export type { Operation, Params };

/** Splits an entry of `paths.ts` into its method and path. */
export function methodAndPath(operation: Operation): { method: string; path: string } {
  const [method = '', path = ''] = paths[operation].split(' ');
  return { method, path };
}
