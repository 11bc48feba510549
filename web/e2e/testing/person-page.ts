import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { waitUntil } from '../../../server/testing/wait.ts';
import { collectConnections, readFlow, waitForFlow } from './media-flow.ts';
import { type Account, beSignedIn } from './panel-page.ts';

/** The longest time without newly decoded pictures, and without newly received sound, in milliseconds. */
type Gaps = { audio: number; video: number };

/**
 * Checks five times a second from now on whether pictures and sound arrive. Time is counted in checks: a page that gets
 * no processor time decodes nothing, whatever the servers do, and checks nothing either.
 */
function watchGaps(): void {
  const { peerConnections = [] } = window as unknown as { peerConnections?: RTCPeerConnection[] };
  const everyMs = 200;
  const gaps: Gaps = { audio: 0, video: 0 };
  const last = { audio: { count: 0, silentMs: 0 }, video: { count: 0, silentMs: 0 } };
  const look = async (): Promise<void> => {
    const counts = { audio: 0, video: 0 };
    for (const connection of peerConnections) {
      for (const stat of (await connection.getStats()).values()) {
        if (stat.type !== 'inbound-rtp') continue;
        if (stat.kind === 'video') counts.video += stat.framesDecoded ?? 0;
        else counts.audio += stat.packetsReceived ?? 0;
      }
    }
    for (const kind of ['audio', 'video'] as const) {
      const isSilent = counts[kind] === last[kind].count;
      last[kind] = { count: counts[kind], silentMs: isSilent ? last[kind].silentMs + everyMs : 0 };
      gaps[kind] = Math.max(gaps[kind], last[kind].silentMs);
    }
    window.setTimeout(look, everyMs);
  };
  Object.assign(window, { gaps });
  void look();
}

/** Starts with camera and microphone off, as after such a choice last time; a choice made now is kept. */
export async function keepDevicesOff(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { localStorage } = window;
    const off = JSON.stringify({ audioEnabled: false, videoEnabled: false });
    localStorage.setItem('lectern.devices', localStorage.getItem('lectern.devices') ?? off);
  });
}

/** Runs in the page. Its camera gives small pictures, because encoding 720p in several pages takes whole cores. */
function takeSmallPictures(): void {
  const { mediaDevices } = navigator;
  // A page over plain http has none.
  if (!mediaDevices) return;
  const original = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = (given = {}) => {
    const { video } = given;
    if (typeof video !== 'object') return original(given);
    return original({ ...given, video: { ...video, width: 320, height: 180 } });
  };
}

/** The texts of the waiting room: with a moderator in the call, and without one. */
const waits = /^(A moderator will let you in soon|Waiting for a moderator to start the meeting)$/;

/** The labels of the button on the entry page, and on the one after a reload. */
const atDoor = /^(Join|Rejoin|Ask to join|Start the webinar)$/;

/** A person in a browser context of their own who opened a link. */
export class PersonPage {
  readonly page: Page;
  /** Violations of the page's Content-Security-Policy. */
  readonly violations: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.violations.push(message.text());
    });
  }

  static async open(browser: Browser, link: string): Promise<PersonPage> {
    return PersonPage.#openIn(await browser.newContext(), link);
  }

  /** With camera and microphone off, unless a test needs them: three pictures are a lot for a small machine. */
  static async openQuietly(browser: Browser, link: string, as?: Account): Promise<PersonPage> {
    const context = await browser.newContext();
    if (as) {
      await beSignedIn(context, new URL(link).origin, as);
      await context.addInitScript((id) => window.localStorage.setItem('lectern.account', id), 'somebody');
    }
    return PersonPage.#openIn(context, link, keepDevicesOff);
  }

  /** The same, with a script of the test that runs before ours. */
  static async openPrepared(
    browser: Browser,
    link: string,
    prepare: (page: Page) => Promise<void>,
  ): Promise<PersonPage> {
    return PersonPage.#openIn(await browser.newContext(), link, async (page) => {
      await keepDevicesOff(page);
      await prepare(page);
    });
  }

  static async #openIn(context: BrowserContext, link: string, prepare?: (page: Page) => Promise<void>) {
    const page = await context.newPage();
    await page.addInitScript(collectConnections);
    await page.addInitScript(takeSmallPictures);
    await prepare?.(page);
    const person = new PersonPage(page);
    await page.goto(link);
    return person;
  }

  static async enter(browser: Browser, link: string): Promise<PersonPage> {
    const person = await PersonPage.open(browser, link);
    await person.enter();
    return person;
  }

  static async enterQuietly(browser: Browser, link: string, as?: Account): Promise<PersonPage> {
    const person = await PersonPage.openQuietly(browser, link, as);
    await person.enter();
    return person;
  }

  /** Asks to join, with camera and microphone off. */
  static async knock(browser: Browser, link: string): Promise<PersonPage> {
    const person = await PersonPage.openQuietly(browser, link);
    await person.button('Ask to join').click();
    await expect(person.page.getByText(waits)).toBeVisible();
    return person;
  }

  async enter(): Promise<void> {
    await this.page.getByRole('button', { name: atDoor }).click();
    await this.isIn();
  }

  /** Another person raises the first hand. @returns when this page shows it, so its socket is connected */
  async seesHandOf(other: PersonPage, name: string): Promise<void> {
    await other.page.keyboard.press('h');
    await expect(this.tile(name).getByText('1', { exact: true })).toBeVisible();
  }

  async isIn(): Promise<void> {
    await expect(this.button('Leave')).toBeVisible();
    await expect(this.page.getByText('Entering the room')).toBeHidden();
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name, exact: true });
  }

  heading(name: string) {
    return this.page.getByRole('heading', { name });
  }

  /** The tile of a person on this person's stage. */
  tile(name: string) {
    return this.page.locator('[data-tile^="camera:"]', { hasText: name });
  }

  text(text: string | RegExp) {
    return this.page.getByText(text);
  }

  async seesAndHears(timeout = 30_000): Promise<void> {
    await waitForFlow([this.page], timeout);
  }

  async watchGaps(): Promise<void> {
    await this.page.evaluate(watchGaps);
  }

  /** Since `watchGaps`. */
  async longestGaps(): Promise<Gaps> {
    return this.page.evaluate(() => (window as unknown as { gaps: Gaps }).gaps);
  }

  async hears(timeout = 30_000): Promise<void> {
    const before = await this.page.evaluate(readFlow);
    await waitUntil(async () => (await this.page.evaluate(readFlow)).energy > before.energy, {
      timeout,
      interval: 250,
      message: 'sound of the others',
    });
  }

  /** As a moderator: opens a person's menu and runs an action. */
  async act(somebody: string, action: string): Promise<void> {
    const panel = this.page.getByRole('complementary', { name: 'People' });
    if (!(await panel.isVisible())) await this.page.getByRole('button', { name: /^People/ }).click();
    await panel.getByRole('button', { name: `More actions for ${somebody}` }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  async answer(choice: string): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name: choice }).click();
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
