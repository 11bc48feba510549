import { setTimeout as pause } from 'node:timers/promises';
import { dispose } from '@livekit/rtc-node';
import { startLectern } from '../server/testing/lectern.ts';
import { runningWith } from '../server/testing/processes/processes.ts';
import { framesPerSecond, type Place, Visitor } from './lib/crowd.ts';
import { cpuSecondsOf } from './lib/processes.ts';
import { report } from './lib/report.ts';
import { drawCrowd } from './lib/room-browser.ts';

/**
 * Measures how many people one room carries, with the participants on the same machine: a lesson where everybody
 * sends and a webinar where one sends, grown step by step until frames are lost; and how a browser draws a lesson of
 * a hundred.
 */
const lookSeconds = 6;
/** Smallest share of the sent frames at which a video counts as smooth. */
const smooth = 0.8;

interface Step {
  people: number;
  /** Share of the sent frames that arrived at the visitors that count. */
  arrived: number;
  engineCores: number;
  peopleCores: number;
  slowestJoinMs: number;
}

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn', LECTERN_CALL_END_GRACE_SECONDS: '0' });
const engine = runningWith(lectern.dataDir).find(({ command }) => command.includes('livekit'))?.pid ?? 0;

async function look(visitors: Visitor[], senders: number): Promise<Omit<Step, 'people' | 'slowestJoinMs'>> {
  await pause(2000);
  const counting = visitors.filter((visitor) => visitor.frames.size > 0);
  const sum = () =>
    counting.reduce((all, { frames }) => all + [...frames.values()].reduce((a, b) => a + b, 0), 0);
  const [framesBefore, engineBefore, ownBefore] = [sum(), cpuSecondsOf(engine), process.cpuUsage()];
  const begin = performance.now();
  await pause(lookSeconds * 1000);
  const seconds = (performance.now() - begin) / 1000;
  const own = process.cpuUsage(ownBefore);
  // A sender does not receive itself; the counting visitors never send more than the others.
  const expected =
    counting.reduce((all, { frames }) => all + Math.min(frames.size, senders), 0) * framesPerSecond * seconds;
  return {
    arrived: expected > 0 ? (sum() - framesBefore) / expected : 0,
    engineCores: (cpuSecondsOf(engine) - engineBefore) / seconds,
    peopleCores: (own.user + own.system) / 1e6 / seconds,
  };
}

async function grow(place: Place, sizes: number[], senders: (people: number) => number): Promise<Step[]> {
  const steps: Step[] = [];
  const visitors: Visitor[] = [];
  try {
    for (const people of sizes) {
      while (visitors.length < people) {
        // Only the first two visitors count: decoding for everybody would measure the visitors, not the room.
        const visitor = await Visitor.enter(place, `visitor-${visitors.length}`, {
          counts: visitors.length < 2,
        });
        visitors.push(visitor);
        if (visitors.length <= senders(people)) await visitor.send();
      }
      const seen = await look(visitors, senders(people));
      steps.push({ people, ...seen, slowestJoinMs: Math.max(...visitors.map(({ joinMs }) => joinMs)) });
      console.log(
        `${people} people, ${senders(people)} send: ${Math.round(seen.arrived * 100)} % of the frames arrive`,
      );
      if (seen.arrived < smooth) break;
    }
  } finally {
    await Promise.all(visitors.map((visitor) => visitor.leave()));
  }
  return steps;
}

const say = (step: Step): string =>
  `${Math.round(step.arrived * 100)} % of frames, engine ${step.engineCores.toFixed(2)} cores, people ${step.peopleCores.toFixed(2)} cores, slowest entry ${Math.round(step.slowestJoinMs)} ms`;

try {
  const client = lectern.client(lectern.owner.personalToken);
  const { id: spaceId } = await client.createSpace({ body: { name: 'Bench' } });
  const roomIn = async (name: string) => {
    const { id: roomId } = await client.createRoom({ spaceId, body: { name } });
    return { lectern, spaceId, roomId };
  };
  const drawn = await drawCrowd(await roomIn('Lesson of a hundred'));
  console.log(drawn);
  const lesson = await grow(await roomIn('Lesson'), [2, 4, 6, 8, 10, 12, 16, 20], (people) => people);
  const webinar = await grow(await roomIn('Webinar'), [10, 25, 50, 75, 100], () => 1);
  const carried = (steps: Step[]) => steps.filter(({ arrived }) => arrived >= smooth).at(-1)?.people ?? 0;
  report({
    name: 'room',
    unit: 'ms',
    figures: {
      ...Object.fromEntries(
        lesson.map((step) => [`lesson, ${step.people} people, all send 640 × 360`, say(step)]),
      ),
      ...Object.fromEntries(webinar.map((step) => [`webinar, ${step.people} people, one sends`, say(step)])),
      'lesson carries': carried(lesson),
      'webinar carries': carried(webinar),
      'a browser among 100: tiles on its page': drawn.tiles,
      'a browser among 100: rows of people in the page': drawn.rows,
      'a browser among 100: the speaker is on its page': drawn.isSpeakerShown ? 'yes' : 'NO',
    },
    goals: [
      {
        what: 'a browser among 100: longest task',
        measured: drawn.longestTaskMs,
        bound: 100,
        unit: 'ms',
      },
      {
        what: 'a browser among 100: frames drawn',
        measured: drawn.framesPerSecond,
        bound: 30,
        unit: 'a second',
        atLeast: true,
      },
    ],
  });
} finally {
  await dispose();
  await lectern.remove();
}
