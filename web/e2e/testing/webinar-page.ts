import { expect, type Locator, type Page } from '@playwright/test';

export type ShownPicture = {
  /** The second of the video, read from the picture itself. */
  second: number;
  /** The distance from the session's clock in seconds; positive: ahead. */
  drift: number;
};

/** Runs in the page: reads the number in the next shown picture (server/testing/webinars/timed-video.ts). */
export function readPicture(startsAt: number): Promise<ShownPicture> {
  const video = document.querySelector('video');
  const [width, bits, fps] = [640, 16, 25];
  return new Promise((resolve, reject) => {
    if (!video) return reject(new Error('the page has no video'));
    setTimeout(() => reject(new Error('no picture was shown within 5 s')), 5_000);
    video.requestVideoFrameCallback((_now, { expectedDisplayTime }) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height: 360 });
      const pen = canvas.getContext('2d');
      pen?.drawImage(video, 0, 0, width, 360);
      const row = pen?.getImageData(0, 30, width, 1).data ?? [];
      let number = 0;
      for (let bit = 0; bit < bits; bit += 1) {
        if ((row[((bit + 0.5) * width * 4) / bits] ?? 0) > 128) number += 2 ** bit;
      }
      const second = number / fps;
      const at = performance.timeOrigin + expectedDisplayTime;
      resolve({ second, drift: second - (at - startsAt) / 1_000 });
    });
  });
}

/** A learner at the page of an automatic webinar. */
export class WebinarPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async enter(url: string, name: string): Promise<void> {
    await this.page.goto(url);
    await this.page.getByLabel('Your name').fill(name);
    await this.page.getByRole('button', { name: 'Join' }).click();
  }

  get chat(): Locator {
    return this.page.getByRole('complementary', { name: 'Chat' });
  }

  message(text: string): Locator {
    return this.chat.getByRole('article').filter({ hasText: text });
  }

  async write(text: string): Promise<void> {
    const field = this.chat.getByRole('textbox', { name: 'Message everyone' });
    await field.fill(text);
    await field.press('Enter');
  }

  /** The session's second that is shown now. The browser and the server share a clock in tests. */
  shown(startDate: Date): Promise<ShownPicture> {
    return this.page.evaluate(readPicture, startDate.getTime());
  }

  waitUntilInStep(startDate: Date): Promise<void> {
    return expectInStep(() => this.shown(startDate));
  }
}

/** Waits until the picture is within 0.3 s of the session's clock. */
export async function expectInStep(read: () => Promise<ShownPicture>): Promise<void> {
  await expect(async () => {
    expect(Math.abs((await read()).drift)).toBeLessThan(0.3);
  }).toPass();
}
