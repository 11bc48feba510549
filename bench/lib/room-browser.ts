import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { launchBrowser } from './browser.ts';
import { type Place, Visitor } from './crowd.ts';

const people = 100;
/** More pictures would measure the browser's decoder, which has no hardware here. */
const senders = 2;
const lookSeconds = 20;

export interface Drawn {
  framesPerSecond: number;
  /** The longest task, in ms; below 50 ms a browser reports none. */
  longestTaskMs: number;
  tiles: number;
  /** Rows of the list of people that are in the page. */
  rows: number;
  /** Whoever spoke last has a tile on the page. */
  isSpeakerShown: boolean;
}

interface Measured {
  frames: number;
  longest: number;
}

/** Counts the frames that the page draws, and watches for tasks that hold it up. */
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

/** Hands go up and down, people come and go, and every few seconds somebody of a later page speaks. */
async function act(visitors: Visitor[], place: Place, signal: AbortSignal): Promise<string> {
  let speaker = '';
  let silence = async () => {};
  for (let step = 0; !signal.aborted; step += 1) {
    const next = visitors[55 + step];
    if (next && step % 5 === 0) {
      await silence();
      silence = await next.speak();
      speaker = next.id;
    }
    await Promise.all(visitors.slice(10, 20).map((visitor) => visitor.setHand(step % 2 === 0)));
    await visitors.pop()?.leave();
    visitors.push(await Visitor.enter(place, `late-${step}`, false));
    await pause(500);
  }
  return speaker;
}

/** A lesson of a hundred, seen by a real browser with the list of people open. */
export async function drawCrowd(place: Place): Promise<Drawn> {
  const visitors: Visitor[] = [];
  const browser = await launchBrowser();
  try {
    for (let number = 1; number < people; number += 1) {
      const visitor = await Visitor.enter(place, `visitor-${number}`, false);
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
    const speaker = page.locator(`[data-tile="camera:${await acting}"]`);
    const isSpeakerShown = await speaker.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
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
