import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Page } from '@playwright/test';
import { buildClient } from '../../../contract/client/package/build.ts';
import { blockThirdParties, type Platform, startPlatform } from '../testing/platform.ts';
import { expect, type School, type SchoolRoom, test } from '../testing/school.ts';

type Visit = { page: Page; room: FrameLocator };

async function openBlocking(context: BrowserContext, platform: Platform): Promise<Visit> {
  const page = await context.newPage();
  await blockThirdParties(page);
  await page.goto(platform.url);
  return { page, room: page.frameLocator('iframe') };
}

async function enter(room: FrameLocator | Page): Promise<void> {
  await room.getByRole('button', { name: 'Join' }).click();
  await expect(room.getByRole('button', { name: 'Leave' })).toBeVisible();
}

/** Tries to store a cookie and to read the storage, as proof that the browser really blocks them in the frame. */
const kept = ({ room }: Visit) =>
  room.locator('body').evaluate(() => {
    Object.assign(document, { cookie: 'probe=1; Secure; SameSite=None; Path=/' });
    try {
      return [document.cookie.includes('probe'), window.localStorage.length];
    } catch (error) {
      return [document.cookie.includes('probe'), (error as Error).name];
    }
  });

type InSchool = { school: School; room: SchoolRoom };

/** The link of the room is bound when its media is connected. */
async function expectUsed(
  browser: Browser,
  platform: Platform,
  { school, room: { spaceId, id: roomId } }: InSchool,
): Promise<void> {
  const isBound = async () =>
    (await school.client.listAccessLinks({ spaceId, roomId })).items.every((link) => link.isBound);
  await expect.poll(isBound).toBe(true);
  const context = await browser.newContext();
  const { room } = await openBlocking(context, platform);
  await expect(room.getByRole('heading', { name: 'This link has been used' })).toBeVisible();
  await context.close();
}

/** Builds `lectern-client` and returns its module for frames with its imports, as one script. */
function frameClient(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-client-'));
  buildClient(folder);
  const files = ['frame.js', 'client/frame.js'].map((name) => readFileSync(join(folder, name), 'utf8'));
  rmSync(folder, { recursive: true });
  return files
    .map((code) => code.replace(/^(import|export) .*from .*$/gm, '').replace(/^export /gm, ''))
    .join('\n');
}

test('the parent page mutes and hangs up through the client, and no other window can', async ({
  page,
  school,
}) => {
  const link = await school.link(await school.room());
  const script = `${frameClient()}
    const heard = [];
    const note = (...words) => { heard.push(words.join(' ')); document.body.dataset.heard = heard.join(', '); };
    const frame = document.querySelector('iframe');
    globalThis.room = connectFrame(frame, frame.src, {
      onJoined: () => note('joined'),
      onMuted: (isMuted) => note('muted', isMuted),
      onLeft: (reason) => note('left', reason),
      onFinished: () => note('finished'),
    });`;
  const platform = await startPlatform(link, { script });
  await page.goto(platform.url);
  const room = page.frameLocator('iframe:not([sandbox])');
  const heard = page.locator('body');
  await enter(room);
  await expect(heard).toHaveAttribute('data-heard', 'joined, muted false');

  // A frame of another origin beside the room, and the room's own window, are not the parent page.
  const foreign = `parent.frames[0].postMessage({ type: 'lectern.hang-up' }, '*')`;
  await page.evaluate((code) => {
    const frame = Object.assign(document.createElement('iframe'), { srcdoc: `<script>${code}</script>` });
    frame.setAttribute('sandbox', 'allow-scripts');
    return new Promise((done) => {
      frame.onload = done;
      document.body.append(frame);
    });
  }, foreign);
  await room.locator('body').evaluate(() => window.postMessage({ type: 'lectern.hang-up' }, '*'));
  await page.evaluate('room.mute()');
  await expect(heard).toHaveAttribute('data-heard', 'joined, muted false, muted true');
  await expect(room.getByRole('button', { name: 'Turn on microphone' })).toBeVisible();
  await page.evaluate('room.hangUp()');
  const all = 'joined, muted false, muted true, left left, finished';
  await expect(heard).toHaveAttribute('data-heard', all);
  platform.close();
});

test('a used link admits its browser again after a reload of the parent page', async ({
  context,
  browser,
  school,
}) => {
  const room = await school.room({ isPublic: false });
  const platform = await startPlatform(await school.link(room));
  const visit = await openBlocking(context, platform);
  await enter(visit.room);
  expect(await kept(visit)).toEqual([false, 'SecurityError']);

  await visit.page.reload();
  await enter(visit.room);
  // A new tab has no history of the frame either.
  await visit.page.close();
  const again = await openBlocking(context, platform);
  await enter(again.room);
  await expectUsed(browser, platform, { school, room });
  platform.close();
});

test('a frame without devices passes its visit to a tab, whose address stays clean', async ({
  context,
  browser,
  school,
}) => {
  const room = await school.room({ isPublic: false });
  const link = await school.link(room);
  const token = new URL(link).searchParams.get('accessToken') ?? '';
  const platform = await startPlatform(link, { allow: '' });
  const visit = await openBlocking(context, platform);
  // The link belongs to the frame's browser from here on.
  await enter(visit.room);
  const early = context.waitForEvent('page');
  await visit.room.getByRole('button', { name: 'Turn on microphone' }).click();
  const notice = visit.room.getByRole('status').filter({ hasText: 'does not allow the microphone' });
  await notice.getByRole('button', { name: 'Open in a new tab' }).click();
  await expect((await early).getByLabel('Your name')).toHaveValue('Anna Petrova');
  await (await early).close();
  await visit.room.getByRole('button', { name: 'Leave' }).click();
  await visit.room.getByRole('button', { name: 'Rejoin' }).click();

  const addresses: string[] = [];
  const opened = context.waitForEvent('page');
  context.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  await visit.room.getByText('Open in a new tab').click();
  const tab = await opened;
  await expect(tab.getByLabel('Your name')).toHaveValue('Anna Petrova');
  await expect(tab).toHaveURL(room.url);
  expect(await tab.evaluate(() => window.opener)).toBe(null);
  const loaded = await tab.evaluate(() => performance.getEntriesByType('navigation')[0]?.name);
  expect(loaded).toBe(`${room.url}#from-frame`);
  await tab.reload();
  await enter(tab);
  expect(addresses.join()).toContain(room.alias);
  expect(addresses.join()).not.toContain(token);
  await expectUsed(browser, platform, { school, room });
  platform.close();
});

test('a parent page that isolates the tab causes a message instead of a tab without the link', async ({
  context,
  school,
}) => {
  const headers = { 'cross-origin-opener-policy': 'same-origin' };
  const platform = await startPlatform(await school.link(await school.room()), { allow: '', headers });
  const { room } = await openBlocking(context, platform);
  await room.getByText('Open in a new tab').click();
  await expect(room.getByText('open your link in a new tab')).toBeVisible();
  platform.close();
});

test('a tab takes no visit from a page of another site', async ({ page, context, school }) => {
  const room = await school.room({ isPublic: false });
  const accessToken = new URL(await school.link(room)).searchParams.get('accessToken');
  const platform = await startPlatform(room.url);
  await page.goto(platform.url);
  const opened = context.waitForEvent('page');
  await page.evaluate(
    ([url, visit]) => {
      const tab = window.open(url);
      setInterval(() => tab?.postMessage({ 'lectern.whose-visit': visit }, '*'), 50);
    },
    [`${room.url}#from-frame`, { accessToken, clientUniqueId: 'of the attacker' }] as const,
  );
  const tab = await opened;
  const nothing = tab.getByRole('heading', { name: 'You can’t open this room' });
  await expect(nothing).toBeVisible();
  await expect(tab).toHaveURL(room.url);
  const { lectern } = await tab.evaluate(() => window.history.state);
  expect([lectern.accessToken, lectern.clientUniqueId]).not.toContain('of the attacker');
  expect(await page.locator('body').getAttribute('data-heard')).toBe(null);
  platform.close();
});
