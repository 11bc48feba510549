import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserServer, chromium } from '@playwright/test';
import { childrenOf, type Running, signalAll } from '../../../server/testing/processes/processes.ts';
import { HideablePage } from '../../../web/e2e/testing/hideable-page.ts';
import { readPicture, type ShownPicture, WebinarPage } from '../../../web/e2e/testing/webinar-page.ts';
import { browserOptions } from '../browser.ts';
import type { SeenPicture, Spell } from './figures.ts';

const everyMs = 250;

/** Counts the seeks of the page's video. */
function countSeeks(): void {
  const counted = window as unknown as { seeks: number };
  counted.seeks = 0;
  document.addEventListener('seeking', () => (counted.seeks += 1), { capture: true });
}
const readSeeks = () => (window as unknown as { seeks: number }).seeks;

const processesBelow = (pid: number): Running[] =>
  childrenOf(pid).flatMap((one) => [one, ...processesBelow(one.pid)]);

/** A page whose pictures are read. */
interface Watched {
  shown(): Promise<ShownPicture>;
  seeks(): Promise<number>;
}

/** A viewer in a browser of their own. */
export class StepViewer {
  readonly name: string;
  readonly spells: Spell[] = [];
  /** From the first picture to the last one, in minutes. */
  minutes = 0;
  /** After the first picture. */
  seeks = 0;
  readonly #server: BrowserServer;
  readonly #startDate: Date;
  #page: Watched | undefined;
  #reading: Promise<void> | undefined;
  #isOver = false;
  #isAway = false;

  private constructor(name: string, server: BrowserServer, startDate: Date) {
    this.name = name;
    this.#server = server;
    this.#startDate = startDate;
  }

  static async start(name: string, startDate: Date): Promise<StepViewer> {
    return new StepViewer(name, await chromium.launchServer(browserOptions()), startDate);
  }

  /** @param slowness how many times slower the page's own code runs */
  async enter(url: string, slowness = 1): Promise<void> {
    const browser = await chromium.connect(this.#server.wsEndpoint());
    const page = await browser.newPage();
    await page.addInitScript(countSeeks);
    if (slowness > 1) {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    }
    const webinar = new WebinarPage(page);
    await webinar.enter(url, this.name);
    this.#watch({
      shown: () => webinar.shown(this.#startDate),
      seeks: () => page.evaluate(readSeeks),
    });
  }

  /** @param link of a person with a name */
  async enterHideable(link: string): Promise<HideablePage> {
    const browser = await chromium.connect(this.#server.wsEndpoint());
    const page = await HideablePage.open(browser, link);
    await page.enter();
    await page.evaluate(`(${countSeeks})()`);
    this.#watch({
      shown: async () =>
        (await page.evaluate(`(${readPicture})(${this.#startDate.getTime()})`)) as ShownPicture,
      seeks: async () => Number(await page.evaluate(`(${readSeeks})()`)),
    });
    return page;
  }

  /** Runs `work`, during which the viewer sees nothing; what is seen afterwards is a new spell. */
  async away(work: () => Promise<unknown>): Promise<void> {
    this.#isAway = true;
    await work();
    this.spells.push({ seen: [] });
    this.#isAway = false;
  }

  /** Stops all processes of the browser, as a computer that sleeps. */
  async sleep(ms: number): Promise<void> {
    const pid = this.#server.process().pid ?? 0;
    await this.away(async () => {
      const all = processesBelow(pid);
      signalAll(all, 'SIGSTOP');
      await pause(ms);
      signalAll(all, 'SIGCONT');
    });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#reading;
    await this.#server.close();
  }

  #watch(page: Watched): void {
    this.#page = page;
    this.spells.push({ seen: [] });
    this.#reading = this.#read();
  }

  async #read(): Promise<void> {
    let before: number | undefined;
    while (!this.#isOver) {
      const spell = this.spells.at(-1);
      // A page that does not show pictures now is asked again.
      const shown = await this.#page?.shown().catch(() => undefined);
      if (shown && spell === this.spells.at(-1) && !this.#isAway) {
        spell?.seen.push(this.#seen(shown));
        before ??= await this.#page?.seeks();
      }
      await pause(everyMs);
    }
    const all = this.spells.flatMap(({ seen }) => seen);
    this.minutes = ((all.at(-1)?.at ?? 0) - (all[0]?.at ?? 0)) / 60_000;
    this.seeks = ((await this.#page?.seeks().catch(() => undefined)) ?? Number.NaN) - (before ?? 0);
  }

  #seen({ second, drift }: ShownPicture): SeenPicture {
    return { at: this.#startDate.getTime() + (second - drift) * 1000, drift: drift * 1000 };
  }
}
