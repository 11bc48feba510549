import { startLectern } from '../server/testing/lectern.ts';
import { launchBrowser } from './lib/browser.ts';
import { report, spreadOf } from './lib/report.ts';

/** Measures the time from opening a link, with an empty cache, until the button of the entry page can be pressed. */
const rounds = 15;
const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn' });
const browser = await launchBrowser();
const usable: number[] = [];
const painted: number[] = [];
const scripts: number[] = [];
try {
  const client = lectern.client(lectern.owner.personalToken);
  const space = await client.createSpace({ body: { name: 'Bench' } });
  const room = await client.createRoom({ spaceId: space.id, body: { name: 'Bench' } });
  for (let round = 0; round <= rounds; round++) {
    const at = { spaceId: space.id, roomId: room.id };
    const { url } = await client.generateAccess({
      ...at,
      body: { username: `Learner ${round}`, role: 'user' },
    });
    // A new context has an empty cache.
    const context = await browser.newContext({ permissions: ['camera', 'microphone'], locale: 'en-GB' });
    const page = await context.newPage();
    let scriptBytes = 0;
    page.on('response', async (response) => {
      // The room's code is loaded during the preview; the entry page works without it.
      if (response.request().resourceType() !== 'script' || /\/stage-/.test(response.url())) return;
      const sizes = await response
        .request()
        .sizes()
        .catch(() => undefined);
      scriptBytes += sizes?.responseBodySize ?? 0;
    });
    const begin = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page
      .getByRole('button', { name: /^join$/i })
      .and(page.locator(':enabled'))
      .waitFor();
    const took = performance.now() - begin;
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    );
    // The first round warms up the browser.
    if (round > 0) {
      usable.push(took);
      painted.push(paint);
      scripts.push(scriptBytes / 1024);
    }
    await context.close();
  }
  report({
    name: 'page',
    unit: 'ms',
    figures: {
      'from opening the link to usable': spreadOf(usable),
      'first contentful paint': spreadOf(painted),
      'scripts received by then (kB compressed), most': Math.max(...scripts),
    },
    goals: [
      { what: 'entry page usable, p95', measured: spreadOf(usable).p95, bound: 1000, unit: 'ms' },
      {
        what: 'compressed script before it can be used',
        measured: Math.max(...scripts),
        bound: 250,
        unit: 'kB',
      },
    ],
  });
} finally {
  await browser.close();
  await lectern.remove();
}
