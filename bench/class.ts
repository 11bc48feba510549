import {
  AudioSource,
  dispose,
  LocalAudioTrack,
  LocalVideoTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
  VideoSource,
} from '@livekit/rtc-node';
import type { Body } from '../contract/routes.ts';
import { makeGroup, type TestGroup } from '../server/testing/group.ts';
import { type LecternProcess, startLectern } from '../server/testing/lectern.ts';
import { type Entered, enterBy, makeLink } from '../server/testing/people/entering.ts';
import { SocketListener } from '../server/testing/people/listener.ts';
import { waitUntil } from '../server/testing/wait.ts';
import { launchBrowser } from './lib/browser.ts';
import { type BenchResult, report, spreadOf } from './lib/report.ts';

/**
 * `npm run bench -- class` measures how soon what a moderator decides has reached a class: 40 native clients and a
 * browser, each pupil with a microphone, a camera and the socket of the chat. The time counts from the moderator's
 * request until the last client has learned of it from the media server, or by its socket. The tracks carry no media:
 * forty encoders would be measured instead. All clients are in this process, and each hears of every other: beyond a
 * dozen their own work is most of the time, and forty exhaust its memory. They have to be divided among processes.
 */
const people = Number(process.argv[2] ?? 40);
const rounds = Number(process.argv[3] ?? 5);
const deadlineMs = 10_000;

const events = [
  RoomEvent.ParticipantConnected,
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.ParticipantAttributesChanged,
] as const;

type Look = (room: Room) => boolean;

const sources = { microphone: TrackSource.SOURCE_MICROPHONE, camera: TrackSource.SOURCE_CAMERA };
type Source = keyof typeof sources;

const makeTrack = (source: Source) =>
  source === 'microphone'
    ? LocalAudioTrack.createAudioTrack(source, new AudioSource(48_000, 1))
    : LocalVideoTrack.createVideoTrack(source, new VideoSource(320, 180));

/** How many others send this, as this client sees it. */
const sendersIn = (room: Room, source: Source): number => {
  const isSending = [...room.remoteParticipants.values()].map(({ trackPublications }) =>
    [...trackPublications.values()].some((track) => track.source === sources[source] && !track.muted),
  );
  return isSending.filter(Boolean).length;
};

class Pupil {
  room = new Room();
  readonly entered: Entered;
  readonly socket: SocketListener;

  private constructor(entered: Entered, socket: SocketListener) {
    this.entered = entered;
    this.socket = socket;
  }

  static async come(lectern: LecternProcess, group: TestGroup, more: Partial<Body<'generateAccess'>>) {
    const entered = await enterBy(lectern, group, { url: await makeLink(group, more) });
    const socket = await SocketListener.of(lectern, entered.api, group.room.channelId);
    const pupil = new Pupil(entered, socket);
    const { signalingToken, url } = await entered.api.issueSignalingToken(entered.at);
    const connect = () => pupil.room.connect(url, signalingToken, { autoSubscribe: false, dynacast: false });
    // LiveKit's native library sometimes loses a room among many while it connects.
    await connect().catch(() => {
      pupil.room = new Room();
      return connect();
    });
    return pupil;
  }

  async publish(source: Source): Promise<void> {
    const options = new TrackPublishOptions({ source: sources[source], simulcast: false });
    await this.room.localParticipant?.publishTrack(makeTrack(source), options);
  }

  async unpublish(): Promise<void> {
    const local = this.room.localParticipant;
    for (const { sid } of local?.trackPublications.values() ?? []) if (sid) await local?.unpublishTrack(sid);
  }

  /** @returns when this client saw it, by `performance.now()`; infinity if it did not in time */
  sees(look: Look, withinMs = deadlineMs): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    const check = () => {
      if (look(this.room)) resolve(performance.now());
    };
    const timer = setTimeout(() => resolve(Number.POSITIVE_INFINITY), withinMs);
    for (const event of events) this.room.on(event, check);
    check();
    return promise.finally(() => {
      clearTimeout(timer);
      for (const event of events) this.room.off(event, check);
    });
  }

  async hears(event: string, more = 1): Promise<number> {
    const count = this.socket.events(event).length + more;
    const isHeard = () => this.socket.events(event).length >= count;
    return waitUntil(isHeard, { timeout: deadlineMs, interval: 2, message: event }).then(
      () => performance.now(),
      () => Number.POSITIVE_INFINITY,
    );
  }

  async leave(): Promise<void> {
    this.socket.close();
    await this.room.disconnect();
  }
}

const figures: BenchResult['figures'] = {};
const goals: BenchResult['goals'] = [];
const taken = new Map<string, number[]>();

/** Measures from the request until the last of `reached`. */
async function measure(what: string, reached: Promise<number>[], request: () => Promise<unknown>) {
  const begun = performance.now();
  await request();
  taken.set(what, [...(taken.get(what) ?? []), Math.max(...(await Promise.all(reached))) - begun]);
}

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
const group = await makeGroup(lectern, { isPublic: false });
const teacher = await Pupil.come(lectern, group, { username: 'Teacher', role: 'moderator' });
const { api } = teacher.entered;
const pupils: Pupil[] = [];
for (let n = 1; n <= people; n += 1) {
  pupils.push(await Pupil.come(lectern, group, { username: `Pupil ${n}` }));
}
const browser = await launchBrowser();
const everybody = [teacher, ...pupils];
const page = await browser.newPage({ permissions: ['camera', 'microphone'], locale: 'en-GB' });
await page.goto(await makeLink(group, { username: 'Browser' }));
await page.getByRole('button', { name: /^join$/i }).click();
await page.getByRole('button', { name: 'Turn off microphone' }).waitFor();
const shown = (name: string) =>
  page
    .getByRole('button', { name })
    .waitFor({ timeout: deadlineMs })
    .then(
      () => performance.now(),
      () => Number.POSITIVE_INFINITY,
    );

const all = (look: Look) => everybody.map((one) => one.sees(look));
const allow = (body: Body<'updateCallPermissions'>) => api.updateCallPermissions({ ...group.at, body });
/** Every pupil sends, and everybody sees it; `withBrowser` is 1 if the browser sends, too. */
async function begin(source: Source, withBrowser: number): Promise<void> {
  await Promise.all(pupils.map((pupil) => pupil.publish(source)));
  const sees = (one: Pupil, count: number) => one.sees((room) => sendersIn(room, source) >= count, 60_000);
  const others = pupils.map((pupil) => sees(pupil, people - 1 + withBrowser));
  const seen = await Promise.all([...others, sees(teacher, people + withBrowser)]);
  if (!seen.every(Number.isFinite)) throw new Error(`not everybody sees each other's ${source}`);
}

async function measureRound(): Promise<void> {
  const off = page.getByRole('button', { name: 'Turn on microphone' });
  if (await off.isVisible()) await off.click();
  await begin('microphone', 1);
  const silent = (room: Room) => sendersIn(room, 'microphone') === 0;
  await measure('mute all', [...all(silent), shown('Turn on microphone')], () =>
    api.muteEverybody({ ...group.at, body: { source: 'microphone' } }),
  );
  await Promise.all(pupils.map((pupil) => pupil.unpublish()));
  for (const [source, name, isOff] of [
    ['microphone', 'microphones off', { isMicrophonePublishingAllowed: false }],
    ['camera', 'cameras off', { isCameraPublishingAllowed: false }],
  ] as const) {
    await begin(source, 0);
    const reached = all((room) => sendersIn(room, source) === 0);
    await measure(name, [...reached, ...pupils.map((pupil) => pupil.hears('call-permissions'))], () =>
      allow(isOff),
    );
    await allow({ isMicrophonePublishingAllowed: true, isCameraPublishingAllowed: true });
  }
  for (const [name, isOff] of [
    ['chat off', { isChatAllowed: false }],
    ['reactions off', { isReactingAllowed: false }],
  ] as const) {
    const told = everybody.map((one) => one.hears('call-permissions'));
    await measure(name, told, () => allow(isOff));
    await allow({ isChatAllowed: true, isReactingAllowed: true });
  }
  await Promise.all(pupils.map(({ entered }) => entered.api.raiseHand(entered.at)));
  await measure(
    `hands off, with ${people} of them up`,
    everybody.map((one) => one.hears('hands-lowered')),
    () => allow({ isHandRaisingAllowed: false }),
  );
  await allow({ isHandRaisingAllowed: true });
  await measureSpotlight();
}

const isSpotlit = (id: string) => (room: Room) => {
  const here = [room.localParticipant, ...room.remoteParticipants.values()];
  return here.some((one) => one?.identity === id && Boolean(one.attributes.spotlight));
};

async function measureSpotlight(): Promise<void> {
  const [first] = pupils;
  if (!first) return;
  const { id, at } = first.entered;
  await measure('a spotlight', all(isSpotlit(id)), () => api.spotlightParticipant(at));
  const coming = Pupil.come(lectern, group, { username: 'Late' });
  const seen = coming.then((late) => late.sees(isSpotlit(id)));
  await measure('a spotlight, seen by a person who comes late, with their entry', [seen], () => coming);
  await (await coming).leave();
  await measure(
    'the end of a spotlight',
    all((room) => !isSpotlit(id)(room)),
    () => api.endSpotlight(at),
  );
}

try {
  for (let round = 0; round < rounds; round += 1) await measureRound();
  for (const [what, times] of taken) {
    figures[what] = spreadOf(times);
    const bound = what.includes('late') ? 2000 : 1000;
    goals.push({ what: `${what}: slowest`, measured: spreadOf(times).worst, bound, unit: 'ms' });
  }
  report({ name: 'class', unit: 'ms', figures, goals, isKept: people === 40 });
} finally {
  await Promise.all(everybody.map((one) => one.leave()));
  await browser.close();
  await dispose();
  await lectern.remove();
}
