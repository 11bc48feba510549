import { Type } from 'typebox';
import { About, Model } from '../model.ts';
import { inTheCall, room } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import { Nullable, Timestamp } from '../shared.ts';
import { longestTimer } from './timer-limits.ts';

export const CallTimer = Model('CallTimer', {
  startedAt: Nullable(Timestamp, 'When a moderator set it; null: no timer runs.', '2026-03-17T14:20:00.000Z'),
  endsAt: Nullable(
    Timestamp,
    "When it ends. Pages count down to it by the server's clock, as the Date header of every response has it.",
    '2026-03-17T14:25:00.000Z',
  ),
});

/** The timer that everybody in a call sees; the room's chat channel publishes it. */
export const callTimerRoutes = section('Calls', 'chat.md', {
  getCallTimer: route({
    path: 'GET /v1/spaces/:spaceId/rooms/:roomId/calls/active/timer',
    permission: room('see', inTheCall),
    summary: 'Read the timer of the running call; without a call no timer runs',
    answer: CallTimer,
  }),
  startCallTimer: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/calls/active/timer',
    permission: room('moderate', inTheCall),
    summary: 'Set a timer for everybody in the call; it replaces a running one and ends with the call',
    body: Type.Object({
      minutes: About(Type.Integer({ minimum: 1, maximum: longestTimer }), 'How long it runs.', 5),
    }),
    answer: CallTimer,
    errors: ['call_not_active'],
  }),
  extendCallTimer: route({
    path: 'POST /v1/spaces/:spaceId/rooms/:roomId/calls/active/timer/extend',
    permission: room('moderate', inTheCall),
    summary: `Add a minute to the running timer; never more than ${longestTimer} minutes are left`,
    answer: CallTimer,
    errors: ['timer_not_running'],
  }),
  stopCallTimer: route({
    path: 'DELETE /v1/spaces/:spaceId/rooms/:roomId/calls/active/timer',
    permission: room('moderate', inTheCall),
    summary: 'Stop the timer; without one nothing changes',
  }),
});
