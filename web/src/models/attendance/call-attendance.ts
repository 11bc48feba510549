import type { Clock } from '../../kit/clock.ts';
import { codeOf } from '../../kit/refusals.ts';
import { Replica } from '../../kit/replica.ts';
import type { AttendanceApi, AttendanceSoFar } from './api.ts';

type CallAttendanceParts = { api: AttendanceApi; clock: Clock; random?: () => number };

/** In ms. A call that needs several requests is read less often. */
const readEvery = 10_000;

/** The people who have been in the running call, for its moderators: read repeatedly while it is watched. */
export const createCallAttendance = ({
  api,
  clock,
  random,
}: CallAttendanceParts): Replica<AttendanceSoFar | undefined> =>
  new Replica<AttendanceSoFar | undefined>({
    initial: undefined,
    read: () => api.read(),
    repeatAfter: (soFar) => readEvery * (soFar?.requests ?? 1),
    // The media server reports the first entry to our server some moments after the page knows.
    isTooEarly: (error) => codeOf(error) === 'call_not_active',
    clock,
    random,
  });
