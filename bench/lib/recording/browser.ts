import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { waitForExit } from '../../../server/testing/processes/processes.ts';
import { serveWatchingPage } from '../bare-page.ts';
import { commandOf, treeOf } from '../processes.ts';
import { type Cost, costOf, drawnFps, leastSeen, type RecordingStage } from './stage.ts';

const size = { width: 1280, height: 720 };
const optionsOf = (options: Record<string, string>): string[] =>
  Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]);

/** The settings of `recorder/capture/video-encoder.ts`, for a fair comparison. */
const toH264 = optionsOf({
  'c:v': 'libx264',
  preset: 'superfast',
  crf: '23',
  g: `${2 * drawnFps}`,
  bf: '0',
  'forced-idr': '1',
  'x264-params': 'rc-lookahead=5:sync-lookahead=0:mbtree=1',
  'threads:v': '2',
  'maxrate:v': '3000000',
  'bufsize:v': '6000000',
  pix_fmt: 'yuv420p',
  colorspace: 'smpte170m',
  color_primaries: 'bt709',
  color_trc: 'bt709',
  color_range: 'tv',
});
/** The settings of `recorder/sound/audio-encoder.ts`. */
const toAac = optionsOf({ 'c:a': 'aac', 'b:a': '80k', ac: '1', ar: '48000' });

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);

/** Method and costs of a recording by a browser. */
interface BrowserCost extends Cost {
  hasSound: boolean;
  /** Pictures a second that the encoder got. */
  encodedFps: number;
  /** Share of the pictures that the browser received. */
  sizes: string;
}

/** Programs that the machine lacks. */
export function missingForBrowser(): string[] {
  const programs = ['Xvfb', 'ffmpeg'].filter((name) => !onPath(name));
  return process.env.LECTERN_TEST_BROWSER ? programs : ['a browser', ...programs];
}

/**
 * Records the same call with a browser on an X server of its own, whose screen and sound ffmpeg encodes, as Egress
 * and Jibri do. Without PulseAudio the sound is left out. Throws if the browser missed too much of what was sent.
 */
export async function browserCost(stage: RecordingStage, seconds: number): Promise<BrowserCost> {
  const place = await Place.open();
  try {
    const browser = await launch(place);
    try {
      return await lookAtBrowser({ browser, place, stage }, seconds);
    } finally {
      await browser.close();
    }
  } finally {
    await place.close();
  }
}

interface Looking {
  browser: BrowserContext;
  place: Place;
  stage: RecordingStage;
}

async function lookAtBrowser({ browser, place, stage }: Looking, seconds: number): Promise<BrowserCost> {
  const page = await watching(browser, stage, place.pageUrl);
  const encoding = place.capture();
  await pause(settleMs);
  const pids = () => [...treeOf(process.pid).filter((pid) => /chrom/i.test(commandOf(pid))), ...place.pids];
  const before = await painted(page);
  const cost = await costOf(pids, seconds);
  const after = await painted(page);
  stage.cameras.check();
  const seen = Math.min(...after.map(({ pictures }, n) => pictures - (before[n]?.pictures ?? 0)));
  const share = Math.min(1, seen / (drawnFps * seconds));
  if (after.length < stage.people || !(share >= leastSeen))
    throw new Error(
      `the browser saw ${after.length} of ${stage.people} people, and only ${(100 * share).toFixed(0)} % of one`,
    );
  const sizes = [...new Set(after.map(({ height }) => `${height}p`))].sort().join(' and ');
  return { ...cost, sizes, hasSound: place.hasSound, encodedFps: await encoding.end() };
}

const settleMs = 10_000;
const startMs = 10_000;

/** A virtual screen and audio device, and the page that is shown there. */
class Place {
  readonly #folder: string;
  readonly #served: Awaited<ReturnType<typeof serveWatchingPage>>;
  readonly #children: ChildProcess[] = [];
  #display = '';
  #soundSocket: string | undefined;

  private constructor(folder: string, served: Awaited<ReturnType<typeof serveWatchingPage>>) {
    this.#folder = folder;
    this.#served = served;
  }

  static async open(): Promise<Place> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-screen-'));
    const place = new Place(folder, await serveWatchingPage());
    try {
      await place.#startDisplay();
      if (onPath('pulseaudio')) await place.#startSound();
    } catch (error) {
      await place.close();
      throw error;
    }
    return place;
  }

  get pageUrl(): string {
    return this.#served.url;
  }

  get hasSound(): boolean {
    return this.#soundSocket !== undefined;
  }

  get profile(): string {
    return join(this.#folder, 'profile');
  }

  get env(): NodeJS.ProcessEnv {
    const server = this.#soundSocket && { PULSE_SERVER: `unix:${this.#soundSocket}` };
    return { ...process.env, ...server, DISPLAY: this.#display };
  }

  /** Processor use of everything except the browser. */
  get pids(): number[] {
    return this.#children.map(({ pid }) => pid).filter((pid) => pid !== undefined);
  }

  capture(): Encoding {
    const queue = ['-thread_queue_size', '512'];
    const screen = ['-f', 'x11grab', '-draw_mouse', '0', '-framerate', `${drawnFps}`];
    const whole = ['-video_size', `${size.width}x${size.height}`];
    const picture = [...queue, ...screen, ...whole, '-i', this.#display];
    const sound = this.hasSound ? [...queue, '-f', 'pulse', '-i', 'call.monitor'] : [];
    const encoders = [...toH264, ...(this.hasSound ? toAac : [])];
    const into = ['-f', 'mp4', '-y', join(this.#folder, 'screen.mp4')];
    return new Encoding(
      this.#start('ffmpeg', [...picture, ...sound, ...encoders, ...into], {
        stdio: ['pipe', 'ignore', 'pipe'],
        env: this.env,
      }),
    );
  }

  async close(): Promise<void> {
    for (const child of this.#children) child.kill();
    await Promise.all(this.#children.map(waitForExit));
    this.#served.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Kill the process together with this object, whatever happens before. */
  #start(program: string, args: string[], options: SpawnOptions): ChildProcess {
    const child = spawn(program, args, options);
    this.#children.push(child);
    return child;
  }

  async #startDisplay(): Promise<void> {
    const screen = ['-screen', '0', `${size.width}x${size.height}x24`];
    const child = this.#start('Xvfb', ['-displayfd', '3', ...screen, '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const said = child.stdio[3] as Readable;
    const limit = { signal: AbortSignal.timeout(startMs) };
    const number = once(said, 'data', limit).then(([text]) => String(text).trim());
    // Xvfb ended before it had a display.
    const nothing = once(said, 'close', limit).then(() => '');
    const display = await Promise.race([number, nothing]).catch(() => '');
    if (!display) throw new Error('Xvfb did not start');
    this.#display = `:${display}`;
  }

  async #startSound(): Promise<void> {
    const socket = join(this.#folder, 'sound.socket');
    const modules = [
      'module-null-sink sink_name=call',
      `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    ].map((module) => `--load=${module}`);
    const options = ['--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1', '--disable-shm', '-n'];
    const child = this.#start('pulseaudio', [...options, ...modules], {
      stdio: 'ignore',
      env: { ...process.env, HOME: this.#folder, XDG_RUNTIME_DIR: this.#folder },
    });
    for (const until = performance.now() + startMs; !existsSync(socket); ) {
      if (performance.now() > until || child.exitCode !== null) throw new Error('PulseAudio did not start');
      await pause(50);
    }
    this.#soundSocket = socket;
  }
}

/** Only the browser's first window is a kiosk window, which fills the screen without decoration. */
function launch(place: Place): Promise<BrowserContext> {
  return chromium.launchPersistentContext(place.profile, {
    viewport: null,
    executablePath: process.env.LECTERN_TEST_BROWSER as string,
    headless: false,
    env: place.env as Record<string, string>,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--autoplay-policy=no-user-gesture-required',
      '--disable-background-networking',
      `--window-size=${size.width},${size.height}`,
      '--window-position=0,0',
      '--kiosk',
    ],
  });
}

async function watching(
  browser: BrowserContext,
  { call, people }: RecordingStage,
  url: string,
): Promise<Page> {
  const page = browser.pages()[0] ?? (await browser.newPage());
  const hash = new URLSearchParams({
    token: await call.token({ name: 'Browser', isRecorder: true }),
    url: call.url,
  });
  await page.goto(`${url}#${hash}`);
  await page.waitForFunction(
    (all) =>
      Array.from(document.querySelectorAll('video')).filter((video) => video.videoWidth > 0).length >= all,
    people,
    { timeout: 60_000, polling: 250 },
  );
  return page;
}

/** Pictures of each video painted so far, by the browser's statistics. */
const painted = (page: Page): Promise<{ pictures: number; height: number }[]> =>
  page.evaluate(() => {
    const paintedOf = (video: HTMLVideoElement) =>
      new Promise<number>((done) =>
        video.requestVideoFrameCallback((_now, { presentedFrames }) => done(presentedFrames)),
      );
    return Promise.all(
      Array.from(document.querySelectorAll('video'), async (video) => ({
        pictures: await paintedOf(video),
        height: video.videoHeight,
      })),
    );
  });

/** A running ffmpeg. */
class Encoding {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  #said = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#exit = once(child, 'exit');
    child.stdin?.on('error', () => undefined);
    child.stderr?.on('data', (text) => {
      this.#said += text;
    });
  }

  /** @returns pictures a second that it encoded, by its own log */
  async end(): Promise<number> {
    this.#child.stdin?.write('q');
    await this.#exit;
    if (this.#child.exitCode !== 0) throw new Error(`ffmpeg: ${this.#said.slice(-300)}`);
    return Number([...this.#said.matchAll(/fps=\s*([\d.]+)/g)].at(-1)?.[1] ?? 0);
  }
}
