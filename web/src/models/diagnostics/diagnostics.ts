import { createStore, type Store } from '../../kit/store.ts';
import {
  type CheckName,
  type CheckStates,
  checkNames,
  type MediaPath,
  mediaPaths,
  type Result,
  type SkipReason,
  skipped,
} from './checks.ts';
import type { Access, StartTest } from './server-check.ts';

/** The checks themselves; tests pass their own. */
export type Checks = {
  browser: () => Result;
  /** `show` gets the open camera. */
  camera: (show: (track: MediaStreamTrack) => void) => Promise<Result>;
  microphone: (onLevel: (level: number) => void) => Promise<Result>;
  server: (start: StartTest) => Promise<{ result: Result; access?: Access }>;
  socket: (url: string) => Promise<Result>;
  signalling: (access: Access) => Promise<Result>;
  path: (path: MediaPath, access: Access) => Promise<Result>;
};

/** Runs a check and stores its result. Resolves to whether it passed. */
type Take = (name: CheckName, check: () => Result | Promise<Result>) => Promise<boolean>;

export type DiagnosticsState = {
  phase: 'ready' | 'running' | 'done';
  checks: CheckStates;
  /** The camera, while it is open. */
  picture?: MediaStreamTrack | undefined;
  startedAt?: Date;
};

const allWaiting = (): CheckStates =>
  Object.fromEntries(checkNames.map((name) => [name, { status: 'waiting' }])) as CheckStates;

/** Runs the checks one after another: several at once would compete for the network that they measure. */
export class Diagnostics {
  readonly #checks: Checks;
  readonly #start: StartTest;
  readonly #now: () => Date;
  readonly #state = createStore<DiagnosticsState>({ phase: 'ready', checks: allWaiting() });
  readonly state: Store<DiagnosticsState> = this.#state;
  readonly #level = createStore(0);
  /** The level of the microphone while it is tested, from 0 to 1. */
  readonly level: Store<number> = this.#level;
  #run = 0;

  constructor(checks: Checks, { start, now }: { start: StartTest; now: () => Date }) {
    this.#checks = checks;
    this.#start = start;
    this.#now = now;
  }

  async start(): Promise<void> {
    if (this.#state.get().phase === 'running') return;
    this.#run += 1;
    const run = this.#run;
    const isCurrent = () => run === this.#run;
    const take: Take = async (name, check) => {
      if (!isCurrent()) return false;
      this.#setCheck(name, { status: 'running' });
      const result = await check();
      if (!isCurrent()) return false;
      this.#setCheck(name, result);
      return result.status === 'passed';
    };
    this.#state.set({ phase: 'running', checks: allWaiting(), startedAt: this.#now() });
    const isCapable = await take('browser', () => this.#checks.browser());
    await take('camera', () =>
      this.#checks.camera((track) => (isCurrent() ? this.#showPicture(track) : track.stop())),
    );
    await take('microphone', () => this.#checks.microphone((level) => isCurrent() && this.#level.set(level)));
    if (!isCurrent()) return;
    this.#closeCamera();
    await this.#checkNetwork(take, isCapable);
    if (isCurrent()) this.#state.set({ ...this.#state.get(), phase: 'done' });
  }

  /** Abandons the current check, and releases the camera. */
  stop(): void {
    this.#run += 1;
    this.#closeCamera();
    if (this.#state.get().phase === 'running') this.#state.set({ phase: 'ready', checks: allWaiting() });
  }

  async #checkNetwork(take: Take, isCapable: boolean): Promise<void> {
    const checks = this.#checks;
    const skip = async (names: readonly CheckName[], reason: SkipReason) => {
      for (const name of names) await take(name, () => skipped(reason));
    };
    let access: Access | undefined;
    await take('server', async () => {
      const found = await checks.server(this.#start);
      access = found.access;
      return found.result;
    });
    const first = access as Access | undefined;
    if (!first) return skip(['socket', 'signalling', ...mediaPaths], 'needsServer');
    await take('socket', () => checks.socket(first.socketUrl));
    if (!isCapable) return skip(['signalling', ...mediaPaths], 'needsBrowser');
    if (!(await take('signalling', () => checks.signalling(first)))) {
      return skip(mediaPaths, 'needsSignalling');
    }
    for (const path of mediaPaths) {
      await take(path, async () => {
        // A room of its own: LiveKit remembers for each person which way failed, and offers it no more.
        const own = await this.#start().catch(() => undefined);
        return own ? checks.path(path, own) : skipped('needsServer');
      });
    }
  }

  #setCheck(name: CheckName, check: CheckStates[CheckName]): void {
    const state = this.#state.get();
    this.#state.set({ ...state, checks: { ...state.checks, [name]: check } });
  }

  #showPicture(track: MediaStreamTrack): void {
    this.#state.set({ ...this.#state.get(), picture: track });
  }

  #closeCamera(): void {
    const { picture, ...state } = this.#state.get();
    picture?.stop();
    this.#level.set(0);
    this.#state.set(state);
  }
}
