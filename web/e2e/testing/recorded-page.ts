import { type Browser, expect, type Page } from '@playwright/test';
import { PersonPage } from './person-page.ts';

type Heard = { said: string[]; notes: number[] };

/** Runs in the page: keeps what is spoken and which notes are played; there is one voice for each language. */
function keepSounds(languages: string[]): void {
  const heard: Heard = { said: [], notes: [] };
  class Utterance {
    readonly text: string;
    voice: unknown;
    lang = '';
    onstart: (() => void) | undefined;
    constructor(text: string) {
      this.text = text;
    }
  }
  const synthesis = {
    getVoices: () => languages.map((lang) => ({ lang, localService: true })),
    speak: ({ text, onstart }: Utterance) => {
      heard.said.push(text);
      setTimeout(() => onstart?.());
    },
    cancel: () => undefined,
    addEventListener: () => undefined,
  };
  Object.assign(window, { heard, SpeechSynthesisUtterance: Utterance });
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (when?: number) {
    heard.notes.push(this.frequency.value);
    start.call(this, when);
  };
}

const readHeard = (): Heard => (window as unknown as { heard: Heard }).heard;

type Wishes = {
  languages?: string[];
  isSilent?: boolean;
  /** By how many milliseconds the device's clock is ahead. */
  clockAhead?: number;
};

/** Runs in the page: sets the device's clock. */
export function shiftClock(ahead: number): void {
  const { now } = Date;
  Date.now = () => now() + ahead;
}

/** A person who sees whether they are recorded, and whose browser says so. */
export class RecordedPerson {
  readonly person: PersonPage;
  readonly page: Page;

  private constructor(person: PersonPage) {
    this.person = person;
    this.page = person.page;
  }

  /** A person already in the call whose sounds are not checked. */
  static of(person: PersonPage): RecordedPerson {
    return new RecordedPerson(person);
  }

  static async open(
    browser: Browser,
    link: string,
    { languages = ['en-GB'], isSilent = false, clockAhead = 0 }: Wishes = {},
  ): Promise<RecordedPerson> {
    const person = await PersonPage.openPrepared(browser, link, async (page) => {
      await page.addInitScript(keepSounds, languages);
      if (clockAhead) await page.addInitScript(shiftClock, clockAhead);
      if (isSilent) await page.addInitScript(() => localStorage.setItem('lectern.chat.sound', 'off'));
    });
    return new RecordedPerson(person);
  }

  static async enter(browser: Browser, link: string, wishes?: Wishes): Promise<RecordedPerson> {
    const recorded = await RecordedPerson.open(browser, link, wishes);
    await recorded.person.enter();
    return recorded;
  }

  /** The sign above the stage, with its running time. */
  get sign() {
    return this.page.getByRole('banner').getByText(/^Recording \d/);
  }

  get starting() {
    return this.page.getByRole('banner').getByText('Recording is starting');
  }

  heard(): Promise<Heard> {
    return this.page.evaluate(readHeard);
  }

  async start(layout: 'Speaker' | 'Gallery' = 'Speaker'): Promise<void> {
    await this.person.button('Record the call').click();
    const dialog = this.page.getByRole('dialog', { name: 'Record the call' });
    await dialog.getByRole('radio', { name: layout }).check();
    await dialog.getByRole('button', { name: 'Start recording' }).click();
  }

  async stop(): Promise<void> {
    await this.person.button('Stop recording').click();
    await this.person.answer('Stop');
  }

  async isRecorded(): Promise<void> {
    await expect(this.sign).toBeVisible();
  }

  async isNotRecorded(timeout = 15_000): Promise<void> {
    await expect(this.page.getByRole('banner')).toHaveCount(0, { timeout });
  }

  /** A notice disappears after some seconds, so look for it before anything slower. */
  async isTold(words: string, timeout = 15_000): Promise<void> {
    await expect(this.person.text(words)).toBeVisible({ timeout });
  }

  close(): Promise<void> {
    return this.person.close();
  }
}
