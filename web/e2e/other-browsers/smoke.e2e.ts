import type { Browser } from 'puppeteer-core';
import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { type ContentGroup, test } from '../testing/content-group.ts';
import { waitForFlow } from '../testing/media-flow.ts';
import type { Studio } from '../testing/school.ts';
import { type Display, startDisplay } from './display.ts';
import { openFirefoxPage, startFirefox } from './firefox.ts';
import { PageDriver } from './page-driver.ts';
import { openWebKitPage, startWebKitDriver, type WebKitDriver } from './webkit.ts';

const {
  LECTERN_TEST_FIREFOX: firefox,
  LECTERN_TEST_WEBKIT: webkit,
  LECTERN_TEST_XVFB: xvfb = 'Xvfb',
} = process.env;

const lines = [
  { start: 0, end: 8, speaker: 'Anna Petrova', text: 'Welcome to the lesson about roots.' },
  { start: 12, end: 29, speaker: 'Clara Schmidt', text: 'I will send the exercises on Thursday.' },
];

/** Signs in by the form, opens a recording with a transcript and waits until it plays. */
async function playRecording(visitor: PageDriver, group: ContentGroup): Promise<void> {
  const recordId = await group.write({ name: 'Lesson 5' });
  await group.transcribe(recordId, { lines });
  await visitor.page.goto(`${group.lectern.url}${group.path}`);
  await visitor.fill('Email', group.who.email);
  await visitor.fill('Password', group.who.password);
  await visitor.press('Sign in');
  await visitor.press('Lesson 5');
  await visitor.press('Play');
  await visitor.waitFor('the recording to play', () => {
    const video = document.querySelector<HTMLVideoElement>('section[aria-label="Player"] video');
    return video !== null && video.currentTime > 0.5 && video.videoWidth > 0;
  });
}

/** After `playRecording`: the transcript follows the video, a press on a second jumps there, and captions are shown. */
async function readTranscript(visitor: PageDriver): Promise<void> {
  await visitor.waitFor('the transcript to follow the video', () => {
    const active = document.querySelector('section[aria-label="Transcript"] [aria-current]');
    return active?.textContent?.includes('Welcome to the lesson');
  });
  await visitor.press('Play from 0:12');
  await visitor.waitFor('the video and the transcript to be at the second that was pressed', () => {
    const video = document.querySelector<HTMLVideoElement>('section[aria-label="Player"] video');
    const active = document.querySelector('section[aria-label="Transcript"] [aria-current]');
    return video && video.currentTime >= 12 && active?.textContent?.includes('I will send the exercises');
  });
  await visitor.press('Captions');
  await visitor.waitFor('the captions of that second', () => {
    const video = document.querySelector<HTMLVideoElement>('section[aria-label="Player"] video');
    const track = [...(video?.textTracks ?? [])].find(({ mode }) => mode === 'showing');
    return [...(track?.activeCues ?? [])].some((cue) =>
      (cue as VTTCue).text.includes('Clara Schmidt: I will'),
    );
  });
}

/** Enters a running session of an automatic webinar and waits until its video plays. */
async function watchSession(visitor: PageDriver, studio: Studio): Promise<void> {
  const webinar = await makeTimedWebinar(studio, { seconds: 30 });
  await insertSession(studio.database.db, webinar, { begunAgo: 5 });
  await visitor.page.goto(webinar.url);
  await visitor.fill('Your name', 'Anna');
  await visitor.press('Join');
  await visitor.waitFor('the session to play from the current second', () => {
    const video = document.querySelector<HTMLVideoElement>('section[aria-label="Webinar video"] video');
    return video !== null && video.currentTime > 5 && video.videoWidth > 0 && !video.paused;
  });
}

/** Writes a formula in the chat beside a webinar, and waits until the browser draws one above the other. */
async function writeFormula(visitor: PageDriver): Promise<void> {
  await visitor.fill('Message everyone', 'A half: $$\\frac{1}{2}$$');
  await visitor.press('Send');
  await visitor.waitFor('the formula to be drawn', () => {
    const [above, below] = document.querySelectorAll('math mfrac > mn');
    return above && below && above.getBoundingClientRect().bottom <= below.getBoundingClientRect().top + 1;
  });
}

// The runner reports a browser that this machine lacks. Its journeys are registered only if it is installed.
if (firefox) {
  test.describe('Firefox', () => {
    let display: Display;
    let browser: Browser;
    test.beforeAll(async () => {
      display = await startDisplay(xvfb);
      browser = await startFirefox(firefox, display.name);
    });
    test.afterAll(async () => {
      await browser?.close();
      await display?.close();
    });

    test('two enter, see and hear each other, write, and share a screen', async ({ school }) => {
      const room = await school.room();
      const enter = async (link: string) => {
        const visitor = await PageDriver.open(await openFirefoxPage(browser), link);
        await visitor.press('Join');
        return visitor;
      };
      const anna = await enter(await school.link(room, { role: 'moderator' }));
      const boris = await enter(await school.link(room, { username: 'Boris Ivanov' }));
      await waitForFlow([anna.page, boris.page]);

      for (const visitor of [anna, boris]) await visitor.press('Chat');
      await anna.fill('Message everyone', 'Can you hear me?');
      await anna.press('Send');
      await boris.sees('Can you hear me?');
      await boris.fill('Message everyone', 'Loud and clear');
      await boris.press('Send');
      await anna.sees('Loud and clear');

      await boris.press('Share screen');
      await boris.sees('You are sharing your screen');
      await anna.waitFor('the screen of Boris', () => {
        const video = document.querySelector<HTMLVideoElement>('[data-tile^="screen:"] video');
        return video !== null && video.videoWidth > 0 && video.currentTime > 0;
      });
      await Promise.all([anna.close(), boris.close()]);
    });

    test('a press reaches a control that moves away from the mouse', async () => {
      const visitor = await PageDriver.open(
        await openFirefoxPage(browser),
        `data:text/html,<!doctype html><button style="position:absolute;top:0">Join</button><script>
          const [button] = document.getElementsByTagName('button');
          addEventListener('mousemove', () => { button.style.top = '200px'; });
          button.onclick = () => { document.body.append('Joined'); };
        </script>`,
      );
      await visitor.press('Join');
      await visitor.sees('Joined');
      await visitor.close();
    });

    test('a recording plays, with its transcript and captions', async ({ group }) => {
      const visitor = new PageDriver(await openFirefoxPage(browser));
      await playRecording(visitor, group);
      await readTranscript(visitor);
      await visitor.close();
    });

    test('a session of an automatic webinar plays, and its chat draws a formula', async ({ studio }) => {
      const visitor = new PageDriver(await openFirefoxPage(browser));
      await watchSession(visitor, studio);
      await writeFormula(visitor);
      await visitor.close();
    });
  });
}

if (webkit) {
  test.describe('WebKitGTK', () => {
    let display: Display;
    let driver: WebKitDriver;
    test.beforeAll(async () => {
      display = await startDisplay(xvfb);
    });
    test.beforeEach(async () => {
      driver = await startWebKitDriver(webkit, display.name);
    });
    test.afterEach(() => driver?.close());
    test.afterAll(() => display?.close());

    test('a link opens the entry page, or names the browsers that support calls', async ({ school }) => {
      const visitor = await PageDriver.open(
        await openWebKitPage(driver),
        await school.link(await school.room()),
      );
      if (await visitor.page.evaluate(() => 'RTCPeerConnection' in window)) await visitor.sees('Join');
      else {
        await visitor.sees('This browser does not support video calls');
        const description = 'calls and chat in WebKitGTK: it is built without WebRTC';
        test.info().annotations.push({ type: 'not here', description });
      }
      await visitor.close();
    });

    test('a recording plays, with its transcript and captions', async ({ group }) => {
      const visitor = new PageDriver(await openWebKitPage(driver));
      await playRecording(visitor, group);
      await readTranscript(visitor);
      await visitor.close();
    });

    test('a session of an automatic webinar plays, and its chat draws a formula', async ({ studio }) => {
      const visitor = new PageDriver(await openWebKitPage(driver));
      await watchSession(visitor, studio);
      await writeFormula(visitor);
      await visitor.close();
    });
  });
}
