import { setTimeout } from 'node:timers/promises';
import type { Body } from '../contract/routes.ts';
import { makeGroup } from '../server/testing/group.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { makeLink } from '../server/testing/people/entering.ts';
import { engineOf } from '../server/testing/people/meeting.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { launchBrowser } from './lib/browser.ts';
import { type Look, MediaClients, type MediaKind } from './lib/class/media-clients.ts';
import {
  describeTime,
  makeWait,
  type ProcessorTime,
  type ProgramName,
  processorTime,
  programs,
} from './lib/class/processor-time.ts';
import { type Class, comeToClass, leaveClass, type Pupil } from './lib/class/pupil.ts';
import { type BenchResult, report, spreadOf } from './lib/report.ts';

/**
 * `npm run bench -- class [people] [rounds] [processes]` measures how soon a moderator's switch has reached a class:
 * 40 native clients and a browser, each pupil with a microphone, a camera and the socket of the chat. The time counts
 * from the moderator's request until the last native client has learned of it from the media server or by its socket,
 * until the page shows it, and until the response, which the server sends after the media server has applied the switch
 * to everybody. The native clients are divided among processes. Their tracks carry no media: forty encoders would be
 * measured instead.
 *
 * The page and the native clients would have machines of their own. In the first rounds the page waits for the native
 * clients, in as many further ones they wait for the page, and only its time counts.
 */
const people = Number(process.argv[2] ?? 40);
const rounds = Number(process.argv[3] ?? 5);
const processes = Number(process.argv[4] ?? 8);
const deadlineMs = 10_000;

interface Switch {
  /** When each native client, or all of them by their sockets, learned of it. */
  reached: () => Promise<number>[];
  /** When the page in the browser shows it. */
  shown?: () => Promise<number>;
  request: () => Promise<unknown>;
}

interface Measured {
  /** Until the last native client has learned of it. */
  reachedMs: number[];
  /** Until the page in the browser shows it. */
  shownMs: number[];
  /** Until the response: the media server has executed the switch for everybody. */
  answeredMs: number[];
  used: ProcessorTime[];
}

const figures: BenchResult['figures'] = {};
const goals: BenchResult['goals'] = [];
const taken = new Map<string, Measured>();
let isPageFirst = false;

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
const clients = new MediaClients(processes);
const group = await makeGroup(lectern, { isPublic: false });
const place: Class = { lectern, group, clients };
const teacher = await comeToClass(place, { username: 'Teacher', role: 'moderator' });
const { api } = teacher.entered;
const pupils: Pupil[] = [];
for (let n = 1; n <= people; n += 1) pupils.push(await comeToClass(place, { username: `Pupil ${n}` }));
const everybody = [teacher, ...pupils];
const browser = await launchBrowser();
const page = await browser.newPage({
  permissions: ['camera', 'microphone'],
  locale: 'en-GB',
  reducedMotion: 'reduce',
});
await page.goto(await makeLink(group, { username: 'Browser' }));
await page.getByRole('button', { name: 'Turn off camera' }).click();
await page.getByRole('button', { name: /^join$/i }).click();
await page.getByRole('button', { name: 'Leave' }).waitFor();
await page.getByRole('button', { name: 'Turn off microphone' }).waitFor();

const used = () => processorTime({ server: lectern.pid(), clients: clients.pids });

/** Waits until the previous change is processed everywhere, so that it does not count for the next switch. */
async function settle(): Promise<void> {
  const sum = () => Object.values(used()).reduce((all, seconds) => all + seconds, 0);
  const isIdle = async () => {
    const [before, begun] = [sum(), performance.now()];
    await setTimeout(500);
    return (sum() - before) / ((performance.now() - begun) / 1000) < 0.8;
  };
  await waitUntil(isIdle, { timeout: 60_000, message: 'everybody to use less than 0.8 cores' });
}

const newMeasured = (): Measured => ({ reachedMs: [], shownMs: [], answeredMs: [], used: [] });

/** Measures from the request until everybody has learned of it. */
async function measure(what: string, { reached, shown, request }: Switch): Promise<void> {
  await settle();
  const before = used();
  const [shownAt, reachedAt] = [shown?.(), Promise.all(reached())];
  // Deadlines may pass before the response; they are reported below.
  for (const promise of [shownAt, reachedAt]) promise?.catch(() => undefined);
  const begun = Date.now();
  await request();
  const answered = Date.now();
  const [onPage, last] = [await shownAt, Math.max(...(await reachedAt))];
  const now = used();
  const so = taken.get(what) ?? newMeasured();
  taken.set(what, so);
  if (isPageFirst) {
    if (onPage) so.shownMs.push(onPage - begun);
    return;
  }
  so.reachedMs.push(last - begun);
  so.answeredMs.push(answered - begun);
  const spent = programs.map((one): [ProgramName, number] => [one, now[one] - before[one]]);
  so.used.push(Object.fromEntries(spent) as ProcessorTime);
}

const all = (look: Look) => everybody.map(({ media }) => media.sees(look, deadlineMs));

/** When all these people have received the event by their sockets. */
async function hear(listeners: Pupil[], event: string): Promise<number> {
  for (const { socket } of listeners) socket.heard.length = 0;
  const haveHeard = () => listeners.every(({ socket }) => socket.events(event).length > 0);
  await waitUntil(haveHeard, { timeout: deadlineMs, interval: 5, message: `everybody to receive ${event}` });
  return Date.now();
}

const button = (name: string) => page.getByRole('button', { name });

/** When the page shows a button or hides it. */
async function watchButton(name: string, state: 'visible' | 'hidden'): Promise<number> {
  await button(name).waitFor({ state, timeout: deadlineMs });
  return Date.now();
}

const allow = (body: Body<'updateCallPermissions'>) => api.updateCallPermissions({ ...group.at, body });

/** Every pupil sends, and everybody sees it; `withBrowser` is 1 if the browser sends, too. */
async function begin(source: MediaKind, withBrowser: number): Promise<void> {
  await Promise.all(pupils.map(({ media }) => media.publish(source)));
  const see = ({ media }: Pupil, senders: number) => media.sees({ senders, source }, 60_000);
  const seen = pupils.map((pupil) => see(pupil, people - 1 + withBrowser));
  await Promise.all([...seen, see(teacher, people + withBrowser)]);
}

/** Checks that the media server has no such track of pupils any more; the clients prepare the next switch. */
async function end(source: MediaKind): Promise<void> {
  const present = await engineOf(lectern).listParticipants(group.room.id);
  const sending = present.flatMap(({ tracks }) => tracks).filter((track) => !track.muted);
  if (sending.some((track) => track.source === source)) throw new Error(`a ${source} is still sent`);
  await Promise.all(pupils.map(({ media }) => media.unpublish()));
}

async function measureMuting(): Promise<void> {
  const off = button('Turn on microphone');
  if (await off.isVisible()) await off.click();
  await begin('microphone', 1);
  await measure('mute all', {
    reached: () => all({ senders: 0, source: 'microphone' }),
    shown: () => watchButton('Turn on microphone', 'visible'),
    request: () => api.muteEverybody({ ...group.at, body: { source: 'microphone' } }),
  });
  await end('microphone');
}

async function measureSources(): Promise<void> {
  for (const [source, name, isOff] of [
    ['microphone', 'microphones off', { isMicrophonePublishingAllowed: false }],
    ['camera', 'cameras off', { isCameraPublishingAllowed: false }],
  ] as const) {
    await begin(source, 0);
    await measure(name, {
      reached: () => [...all({ senders: 0, source }), hear(pupils, 'call-permissions')],
      shown: () => watchButton(`Turn on ${source}`, 'hidden'),
      request: () => allow(isOff),
    });
    await end(source);
    await allow({ isMicrophonePublishingAllowed: true, isCameraPublishingAllowed: true });
    await watchButton(`Turn on ${source}`, 'visible');
  }
}

async function measureChat(): Promise<void> {
  for (const [name, isOff] of [
    ['chat off', { isChatAllowed: false }],
    ['reactions off', { isReactingAllowed: false }],
  ] as const) {
    await measure(name, {
      reached: () => [hear(everybody, 'call-permissions')],
      request: () => allow(isOff),
    });
    await allow({ isChatAllowed: true, isReactingAllowed: true });
  }
  await Promise.all(pupils.map(({ entered }) => entered.api.raiseHand(entered.at)));
  await measure(`hands off, with ${people} of them up`, {
    reached: () => [hear(everybody, 'hands-lowered')],
    request: () => allow({ isHandRaisingAllowed: false }),
  });
  await allow({ isHandRaisingAllowed: true });
}

async function measureSpotlight(): Promise<void> {
  const [first] = pupils;
  if (!first) return;
  const { id: spotlit, at } = first.entered;
  await measure('a spotlight', {
    reached: () => all({ spotlit, isOn: true }),
    request: () => api.spotlightParticipant(at),
  });
  const { promise: seen, resolve } = Promise.withResolvers<number>();
  await measure('a spotlight, seen by a person who comes late, with their entry', {
    reached: () => [seen],
    request: async () => {
      const late = await comeToClass(place, { username: 'Late' });
      resolve(await late.media.sees({ spotlit, isOn: true }, deadlineMs));
      await leaveClass(late);
    },
  });
  await measure('the end of a spotlight', {
    reached: () => all({ spotlit, isOn: false }),
    request: () => api.endSpotlight(at),
  });
}

try {
  makeWait('browser', clients.pids);
  for (let round = 0; round < rounds; round += 1) {
    await measureMuting();
    await measureSources();
    await measureChat();
    await measureSpotlight();
  }
  isPageFirst = true;
  makeWait('native clients', clients.pids);
  for (let round = 0; round < rounds; round += 1) {
    await measureMuting();
    await measureSources();
  }
  for (const [what, { reachedMs, shownMs, answeredMs, used }] of taken) {
    figures[what] = spreadOf(reachedMs);
    if (shownMs.length > 0) figures[`${what}: on the page`] = spreadOf(shownMs);
    figures[`${what}: response`] = spreadOf(answeredMs);
    figures[`${what}: processor time, ms`] = describeTime(used);
    const bound = what.includes('late') ? 2000 : 1000;
    goals.push({ what: `${what}: slowest`, measured: spreadOf(reachedMs).worst, bound, unit: 'ms' });
    if (shownMs.length === 0) continue;
    const measured = spreadOf(shownMs).worst;
    goals.push({ what: `${what}: slowest on the page`, measured, bound, unit: 'ms' });
  }
  report({ name: 'class', unit: 'ms', figures, goals, isKept: people === 40 });
} finally {
  await Promise.all(everybody.map(leaveClass));
  await clients.close();
  await browser.close();
  await lectern.remove();
}
