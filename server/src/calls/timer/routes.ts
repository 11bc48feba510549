import { CallTimer as TimerSchema } from '../../../../contract/operations/call-timers.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { presentFields } from '../../platform/present.ts';
import { roomInPath } from '../../rooms/rooms.ts';
import type { CallEffects, CallTimer } from '../parts.ts';
import { noTimer, runningTimerIn } from './store.ts';
import { extendTimer, startTimer, stopTimer } from './timer.ts';

const presentTimer = (timer: CallTimer) => presentFields(TimerSchema, timer);

export const timerEndpoints = (parts: Pick<CallEffects, 'onTimerChanged'>): Endpoint[] => [
  endpoint('getCallTimer', {
    access: roomInPath,
    handle: async ({ db, access: { room } }) => presentTimer((await runningTimerIn(db, room.id)) ?? noTimer),
  }),
  endpoint('startCallTimer', {
    access: roomInPath,
    handle: async ({ db, body: { minutes }, access: { room } }) =>
      presentTimer(await startTimer(db, parts, { roomId: room.id, minutes })),
  }),
  endpoint('extendCallTimer', {
    access: roomInPath,
    handle: async ({ db, access: { room } }) => presentTimer(await extendTimer(db, parts, room.id)),
  }),
  endpoint('stopCallTimer', {
    access: roomInPath,
    handle: async ({ db, access: { room } }) => {
      await stopTimer(db, parts, room.id);
    },
  }),
];
