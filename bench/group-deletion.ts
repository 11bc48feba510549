import { loadavg } from 'node:os';
import { createClient } from '../contract/client/index.ts';
import { fillRooms } from '../server/testing/data/rooms.ts';
import { databaseOf } from '../server/testing/database.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { report, spreadOf } from './lib/report.ts';

/**
 * Measures the deletion of a group with 100,000 rooms, each with a link, a past call with a person and two messages:
 * the time to its response, the time until nothing is left, and meanwhile the requests of another group.
 */
const rooms = 100_000;
const goalMs = { answer: 2500, others: 500 };

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
try {
  const owner = createClient({ baseUrl: lectern.url, token: lectern.owner.personalToken });
  const makeSpace = async (name: string) => {
    const { id: spaceId } = await owner.createSpace({ body: { name } });
    return { spaceId, roomId: (await owner.createRoom({ spaceId, body: { name } })).id };
  };
  const [large, other] = [await makeSpace('Large'), await makeSpace('Other')];
  const database = await databaseOf(lectern, { statement_timeout: 0, query_timeout: 0 });
  await fillRooms(database.db, { ...large, rooms });
  await database.pool.query('VACUUM ANALYZE');
  await database.close();
  const load = loadavg()[0] ?? Number.NaN;

  const begun = performance.now();
  let isOver = false;
  const others: number[] = [];
  const asking = (async () => {
    while (!isOver) {
      const asked = performance.now();
      await owner.createRoom({ spaceId: other.spaceId, body: { name: 'Lesson' } });
      await owner.listRooms({ spaceId: other.spaceId, query: { limit: 20 } });
      others.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  await owner.deleteSpace({ spaceId: large.spaceId });
  const answered = performance.now() - begun;
  await waitUntil(async () => (await owner.listSpaceDeletions()).total === 0, {
    ...{ timeout: 1_800_000, interval: 500, message: 'the end of the deletion' },
  });
  const total = performance.now() - begun;
  isOver = true;
  await asking;

  report({
    name: 'group-deletion',
    unit: 'ms',
    figures: {
      'response to the deletion of 100,000 rooms': answered,
      'nothing of them is left': total,
      'meanwhile a new room and a list in another group': spreadOf(others),
      'load of the machine before': load,
    },
    goals: [
      { what: 'response to the deletion', measured: answered, bound: goalMs.answer, unit: 'ms' },
      {
        what: 'requests of another group, p99',
        measured: spreadOf(others).p99,
        bound: goalMs.others,
        unit: 'ms',
      },
    ],
  });
} finally {
  await lectern.remove();
}
