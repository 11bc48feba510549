import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, createClient } from '../contract/client/index.ts';
import { startInProcess } from '../server/testing/in-process.ts';
import { type Goal, report, spreadOf } from './lib/report.ts';

/**
 * Measures how long after the grace period the final report of a large call can be read. The people leave a fake media
 * server within two seconds, which reports each departure by a request; the last departure and the end of the grace period are
 * those that the server stored. The server, its media server and the reader share one process.
 */
const people = 500;
const rounds = 3;
const graceSeconds = 2;
const mostMs = 2000;

const lectern = await startInProcess({
  LECTERN_LOG_LEVEL: 'warn',
  LECTERN_CALL_END_GRACE_SECONDS: String(graceSeconds),
});
try {
  // Not the tests' client, because it would validate every response during the measurement.
  const owner = createClient({ baseUrl: lectern.url, token: lectern.owner.personalToken });
  const { id: spaceId } = await owner.createSpace({ body: { name: 'Bench' } });
  const { id: roomId } = await owner.createRoom({ spaceId, body: { name: 'Bench' } });
  const at = { spaceId, roomId };
  const guest = createClient({ baseUrl: lectern.url });
  const entered: { participantId: string; api: typeof guest }[] = [];
  for (let n = 0; n < people; n += 1) {
    const body = { roomId, clientUniqueId: `browser number ${n}`, name: `Person ${n}` };
    const { id, access_token: token } = await guest.createParticipant({ spaceId, body });
    entered.push({ participantId: id, api: createClient({ baseUrl: lectern.url, token }) });
  }

  /** Lets everybody enter a new call with microphone and camera on. */
  async function gather() {
    const present = [];
    for (const { api, participantId } of entered) {
      const { signalingToken } = await api.issueSignalingToken({ spaceId, participantId });
      const person = lectern.media.join(signalingToken);
      for (const source of ['microphone', 'camera'] as const) person.publish(source);
      present.push(person);
    }
    while ((await owner.getActiveCall(at)).participantsCount < people) await pause(100);
    return { present, callId: (await owner.getActiveCall(at)).id };
  }

  const query = (callId: string) => ({ spaceId, query: { roomId, callId } });
  const late: number[] = [];
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { present, callId } = await gather();
    for (const [n, person] of present.entries()) {
      person.leave();
      // LiveKit sends the events of a room one after the other, the fake one all at once.
      if (n % 10 === 9) await pause(40);
    }
    for (let done = false; !done; ) {
      const asked = performance.now();
      try {
        const { call, totals } = await owner.getRoomAnalyticsReport(query(callId));
        const readAt = Date.now();
        if (totals.people !== people) throw new Error(`the report has ${totals.people} people`);
        late.push(readAt - Date.parse(call.finishedAt ?? '') - graceSeconds * 1000);
        took.push(performance.now() - asked);
        done = true;
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'report_not_ready')) throw error;
        await pause(20);
      }
    }
  }
  const figures = {
    [`final report of ${people} people, after the grace period`]: spreadOf(late),
    'of which the request that got it': spreadOf(took),
  };
  const goals: Goal[] = [
    { what: 'final report after the grace period', measured: Math.max(...late), bound: mostMs, unit: 'ms' },
  ];
  report({ name: 'final-report', unit: 'ms', figures, goals });
} finally {
  await lectern.remove();
}
