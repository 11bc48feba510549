import type { Browser } from '@playwright/test';
import { type LecternProcess, startLectern } from '../server/testing/lectern.ts';
import { mediaOf } from '../server/testing/people/meeting.ts';
import { serveBarePage } from './lib/bare-page.ts';
import { launchBrowser } from './lib/browser.ts';
import { firstFrameAfterPress, watchFrames } from './lib/first-frame.ts';
import { report, spreadOf } from './lib/report.ts';

/** Measures the time from Enter on the entry page to the first remote picture, alternating with a bare LiveKit page. */
const rounds = 15;

interface Place {
  lectern: LecternProcess;
  browser: Browser;
  spaceId: string;
  roomId: string;
}

async function linkFor({ lectern, spaceId, roomId }: Place, username: string): Promise<string> {
  const client = lectern.client(lectern.owner.personalToken);
  return (await client.generateAccess({ spaceId, roomId, body: { username, role: 'user' } })).url;
}

const contextOf = (browser: Browser) =>
  browser.newContext({
    permissions: ['camera', 'microphone'],
    locale: 'en-GB',
    viewport: { width: 1280, height: 720 },
  });

async function enterOurs(place: Place, name: string) {
  const context = await contextOf(place.browser);
  await watchFrames(context);
  const page = await context.newPage();
  await page.goto(await linkFor(place, name));
  const button = page.getByRole('button', { name: /^join$/i }).and(page.locator(':enabled'));
  await button.waitFor();
  // A person looks at the preview first: it has a picture, and the room's code is loaded.
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll('video')).some((video) => video.videoWidth > 0),
  );
  await page.waitForLoadState('networkidle');
  await button.focus();
  await page.keyboard.press('Enter');
  return { context, page };
}

async function ours(place: Place, round: number): Promise<number> {
  const { context, page } = await enterOurs(place, `Visitor ${round}`);
  const took = await firstFrameAfterPress(page);
  await context.close();
  return took;
}

async function bare(place: Place, round: number, pageUrl: string): Promise<number> {
  const { lectern, spaceId, roomId } = place;
  const session = await lectern.client().createParticipant({
    spaceId,
    body: { roomId, clientUniqueId: `bare-${round}`, name: `Bare ${round}` },
  });
  const signaling = await lectern
    .client(session.access_token)
    .issueSignalingToken({ spaceId, participantId: session.id });
  const context = await contextOf(place.browser);
  await watchFrames(context);
  const page = await context.newPage();
  const hash = new URLSearchParams({
    token: signaling.signalingToken,
    url: mediaOf(lectern).url,
  });
  await page.goto(`${pageUrl}#${hash}`);
  await page.locator('button:enabled').click();
  const took = await firstFrameAfterPress(page);
  await context.close();
  return took;
}

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn', LECTERN_CALL_END_GRACE_SECONDS: '15' });
const browser = await launchBrowser();
const barePage = await serveBarePage();
try {
  const client = lectern.client(lectern.owner.personalToken);
  const space = await client.createSpace({ body: { name: 'Bench' } });
  const room = await client.createRoom({ spaceId: space.id, body: { name: 'Bench' } });
  const place = { lectern, browser, spaceId: space.id, roomId: room.id };
  const host = await enterOurs(place, 'Host');
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round <= rounds; round++) {
    const mine = await ours(place, round);
    const floor = await bare(place, round, barePage.url);
    // The first round is a warm-up.
    if (round > 0) {
      times.ours.push(mine);
      times.bare.push(floor);
    }
  }
  await host.context.close();
  const [mine, floor] = [spreadOf(times.ours), spreadOf(times.bare)];
  report({
    name: 'join',
    unit: 'ms',
    figures: {
      'Lectern, Enter to first remote frame': mine,
      'bare LiveKit page, click to first remote frame': floor,
    },
    goals: [
      { what: 'p50', measured: mine.p50, bound: 2000, unit: 'ms' },
      { what: 'p95', measured: mine.p95, bound: 4000, unit: 'ms' },
      { what: 'p50 over the bare page', measured: mine.p50 - floor.p50, bound: 400, unit: 'ms' },
    ],
  });
} finally {
  barePage.close();
  await browser.close();
  await lectern.remove();
}
