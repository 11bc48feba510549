import type { Clock } from '../../kit/clock.ts';
import { codeOf } from '../../kit/refusals.ts';
import { RepeatedRead } from '../../kit/repeated-read.ts';
import type { AttendanceApi, AttendanceSoFar } from './api.ts';

export type CallAttendanceParts = { api: AttendanceApi; clock: Clock; random?: () => number };

/** In ms. A call that needs several requests is read less often. */
const readEvery = 10_000;

/** The people who have been in the running call, for its moderators: read repeatedly while it is watched. */
export const createCallAttendance = ({
  api,
  clock,
  random,
}: CallAttendanceParts): RepeatedRead<AttendanceSoFar> =>
  new RepeatedRead({
    read: () => api.read(),
    pauseAfter: ({ requests }) => readEvery * requests,
    // The media server reports the first entry to our server some moments after the page knows.
    isTooEarly: (error) => codeOf(error) === 'call_not_active',
    clock,
    random,
  });
