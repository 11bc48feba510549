import { setTimeout as pause } from 'node:timers/promises';
import { databaseOf } from '../../../server/testing/database.ts';
import { startLectern } from '../../../server/testing/lectern.ts';
import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { report, spreadOf } from '../report.ts';
import { followingOf } from './figures.ts';
import { StepViewer } from './viewers.ts';

/** Seconds of a round: one viewer sleeps, another one is hidden. */
const [roundSeconds, sleepsAt, sleepSeconds, hiddenAt, hiddenSeconds] = [180, 60, 60, 75, 30];
const [beginsIn, lateAfter, slowness] = [25, 40, 4];

const goalsOf = (viewer: StepViewer) => {
  const { distances, settledAfter, offAfterTwoSeconds } = followingOf(viewer.spells);
  const { p50, p95 } = spreadOf(distances);
  const { name } = viewer;
  return {
    figures: {
      [`${name}: distance from the clock`]: spreadOf(distances),
      [`${name}: seeks after the first picture`]: viewer.seeks,
    },
    goals: [
      { what: `${name}: distance, p50`, measured: p50, bound: 40, unit: 'ms' },
      { what: `${name}: distance, p95`, measured: p95, bound: 100, unit: 'ms' },
      { what: `${name}: settled after`, measured: settledAfter, bound: 3_000, unit: 'ms' },
      { what: `${name}: distance after 2 s`, measured: offAfterTwoSeconds, bound: 300, unit: 'ms' },
      {
        what: `${name}: seeks in a minute`,
        measured: viewer.seeks / viewer.minutes,
        bound: 1,
        unit: '',
      },
    ],
  };
};

/**
 * Measures four browsers that watch one session against the server's clock, by pictures that show their number. One
 * comes 40 s late, one sleeps for 60 s (SIGSTOP) in each round of three minutes, one has a slow processor, and one is
 * hidden for 30 s in each round.
 */
export async function measureStep({
  name,
  rounds,
  isKept,
}: {
  name: string;
  rounds: number;
  isKept: boolean;
}) {
  const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
  const database = await databaseOf(lectern);
  const viewers: StepViewer[] = [];
  try {
    const seconds = rounds * roundSeconds + 20;
    const webinar = await makeTimedWebinar({ lectern, database }, { seconds });
    const { startDate } = await insertSession(database.db, webinar, { begunAgo: -beginsIn });
    const owner = lectern.client(lectern.owner.personalToken);
    const { spaceId, playbackId: roomId, url } = webinar;
    const link = await owner.generateAccess({ spaceId, roomId, body: { username: 'Hidden', role: 'user' } });
    const at = (second: number) => pause(startDate.getTime() + second * 1000 - Date.now());
    const start = async (who: string) => {
      const viewer = await StepViewer.start(who, startDate);
      viewers.push(viewer);
      return viewer;
    };
    const sleeper = await start('one that sleeps');
    await sleeper.enter(url);
    await (await start('one on a slow processor')).enter(url, slowness);
    const hidden = await start('one that is hidden');
    const page = await hidden.enterHideable(link.url);
    const late = await start('one that is late');
    await at(lateAfter);
    await late.enter(url);
    for (let round = 0; round < rounds; round += 1) {
      const from = round * roundSeconds;
      await Promise.all([
        at(from + sleepsAt).then(() => sleeper.sleep(sleepSeconds * 1000)),
        at(from + hiddenAt).then(() =>
          hidden.away(async () => {
            await page.hide();
            await pause(hiddenSeconds * 1000);
            await page.show();
          }),
        ),
      ]);
      await at(from + roundSeconds);
    }
    await Promise.all(viewers.map((viewer) => viewer.end()));
    const measured = viewers.map(goalsOf);
    report({
      ...{ name, unit: 'ms', isKept },
      figures: Object.assign({ rounds }, ...measured.map(({ figures }) => figures)),
      goals: measured.flatMap(({ goals }) => goals),
    });
  } finally {
    await Promise.allSettled(viewers.map((viewer) => viewer.end()));
    await database.close();
    await lectern.remove();
  }
}
