import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { launchBrowser } from './browser.ts';
import { type Place, Visitor } from './crowd.ts';

const people = 100;
/** More videos would measure the software decoder of the browser. */
const senders = 2;
const lookSeconds = 20;

export interface Drawn {
  framesPerSecond: number;
  /** Longest task in ms; browsers report tasks of 50 ms or more. */
  longestTaskMs: number;
  tiles: number;
  /** Rows of the list of people on the page. */
  rows: number;
  /** Whether the last speaker has a tile on the page. */
  isSpeakerShown: boolean;
}

interface Measured {
  frames: number;
  longest: number;
}

/** Counts the animation frames of the page and records long tasks. */
function measure(page: Page, seconds: number): Promise<Measured> {
  return page.evaluate(
    (ms) =>
      new Promise<Measured>((done) => {
        let [frames, longest] = [0, 0];
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        });
        observer.observe({ type: 'longtask' });
        const begin = performance.now();
        const onFrame = (now: number): void => {
          frames += 1;
          if (now - begin < ms) requestAnimationFrame(onFrame);
          else setTimeout(() => done({ frames, longest }), 0);
        };
        requestAnimationFrame(onFrame);
      }),
    seconds * 1000,
  );
}

/** The visitors do not subscribe: decoding for a hundred would leave no processor time to the browser. */
const enter = (place: Place, name: string) => Visitor.enter(place, name, { receives: false });

/**
 * Twice a second two hands change, one person leaves and another joins. Every fifth time a person of a later page
 * becomes the speaker.
 *
 * @returns the last speaker, who speaks until `silence`
 */
async function act(visitors: Visitor[], place: Place, signal: AbortSignal) {
  let speaker = '';
  let silence = async () => {};
  for (let step = 0; !signal.aborted; step += 1) {
    const next = visitors[55 + step];
    if (next && step % 5 === 0) {
      await silence();
      silence = await next.speak();
      speaker = next.id;
    }
    const hands = [0, 1].map((nth) => visitors[10 + ((2 * step + nth) % 10)]);
    await Promise.all(hands.map((visitor) => visitor?.setHand(step % 10 < 5)));
    await visitors.pop()?.leave();
    visitors.push(await enter(place, `late-${step}`));
    await pause(500);
  }
  return { speaker, silence };
}

/** Measures a lesson of a hundred in a real browser with the list of people open. */
export async function drawCrowd(place: Place): Promise<Drawn> {
  const visitors: Visitor[] = [];
  const browser = await launchBrowser();
  try {
    for (let number = 1; number < people; number += 1) {
      const visitor = await enter(place, `visitor-${number}`);
      visitors.push(visitor);
      if (number <= senders) await visitor.send();
    }
    const { lectern, ...at } = place;
    const client = lectern.client(lectern.owner.personalToken);
    const { url } = await client.generateAccess({ ...at, body: { username: 'Teacher', role: 'moderator' } });
    const context = await browser.newContext({ permissions: ['camera', 'microphone'], locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: /^join$/i }).click();
    await page.getByRole('button', { name: /^People/ }).click();
    await page.getByRole('tab', { name: /People.*100/ }).waitFor();
    const ending = new AbortController();
    const acting = act(visitors, place, ending.signal);
    const { frames, longest } = await measure(page, lookSeconds);
    ending.abort();
    const { speaker, silence } = await acting;
    const tile = page.locator(`[data-tile="camera:${speaker}"]`);
    const isSpeakerShown = await tile.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    await silence();
    return {
      isSpeakerShown,
      framesPerSecond: frames / lookSeconds,
      longestTaskMs: longest,
      tiles: await page.locator('[data-tile]').count(),
      rows: await page.getByRole('complementary', { name: 'People' }).getByRole('listitem').count(),
    };
  } finally {
    await Promise.all(visitors.map((visitor) => visitor.leave()));
    await browser.close();
  }
}
