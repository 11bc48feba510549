import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/account-page.ts';
import { keepDevicesOff } from '../testing/person-page.ts';
import { expect, type School, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

/** The pages by name: how to open each, and what shows that it is open. */
const pages: Record<string, (page: Page, school: School) => Promise<void>> = {
  start: async (page, school) => {
    await page.goto(school.lectern.url);
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByText('Paste a link')).toBeVisible();
  },
  'no page': async (page, school) => {
    await page.goto(`${school.lectern.url}/nowhere`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  },
  'unknown link': async (page, school) => {
    const room = await school.room();
    await page.goto(`${room.url}?accessToken=made-up`);
    await expect(page.getByRole('button', { name: 'Join as a guest' })).toBeVisible();
  },
  'entry with faults': async (page, school) => {
    const email = { slug: 'email', type: 'email', title: 'admin.classrooms.email' } as const;
    const room = await school.room({ joinSettingsFields: [{ ...email, enabled: true, required: true }] });
    await page.goto(room.url);
    await expect(page.getByLabel('Your camera picture')).toBeVisible();
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('Enter your name')).toBeVisible();
  },
  "fields of the room's own": async (page, school) => {
    const field = { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', type: 'string', title: 'Company' } as const;
    const room = await school.room({
      waitingRoomAudience: 'guests',
      joinSettingsCustomFields: [{ ...field, enabled: true, required: true, order: 0 }],
    });
    await page.goto(room.url);
    await page.getByLabel('Your name').fill('Anna');
    await page.getByRole('button', { name: 'Ask to join' }).click();
    await expect(page.getByText('Fill in this field')).toBeVisible();
  },
  'private room': async (page, school) => {
    const room = await school.room({ isPublic: false });
    await page.goto(room.url);
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  },
  'waiting to be admitted': async (page, school) => {
    const room = await school.room({ waitingRoomAudience: 'guests' });
    await page.goto(await school.link(room));
    await page.getByRole('button', { name: 'Ask to join' }).click();
    await expect(page.getByText('waiting for the host')).toBeVisible();
  },
  'before the opening': async (page, school) => {
    const opensAt = new Date(Date.now() + 26 * 3600_000).toISOString();
    const room = await school.room({ opensAt, isMutedOnEntry: true });
    await page.goto(await school.link(room));
    await expect(page.getByRole('timer', { name: 'Opens in' })).toBeVisible();
    await expect(page.getByText('You will join muted')).toBeVisible();
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('The room is not open yet')).toBeVisible();
  },
  'those who wait': async (page, school) => {
    const room = await school.room({ waitingRoomAudience: 'guests' });
    for (const name of ['Boris', 'Vera']) {
      await school.lectern.client().createParticipant({
        spaceId: room.spaceId,
        body: { roomId: room.id, clientUniqueId: `browser of ${name}`, name },
      });
    }
    await page.goto(await school.link(room, { role: 'moderator' }));
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'People, 2 waiting' }).click();
    await expect(page.getByRole('button', { name: 'Admit everyone' })).toBeVisible();
  },
  'keyboard shortcuts': async (page, school) => {
    const room = await school.room();
    await page.goto(await school.link(room));
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).toBeVisible();
  },
  'entry of a moderator': async (page, school) => {
    const room = await school.room({ isSelfRenamingAllowed: false });
    await page.goto(await school.link(room, { role: 'moderator' }));
    await page.getByRole('button', { name: 'Turn off camera' }).click();
    await expect(page.getByText('Camera is off')).toBeVisible();
  },
  call: async (page, school) => {
    const room = await school.room();
    await page.goto(await school.link(room, { role: 'moderator' }));
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: /People/ }).click();
    await page.getByRole('button', { name: 'Permissions' }).click();
    await expect(page.getByRole('switch', { name: 'Write in chat' })).toBeVisible();
  },
  'menus of a call': async (page, school) => {
    const room = await school.room();
    await page.goto(await school.link(room));
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: /^Low-data mode/ })).toBeVisible();
  },
  'raised hands and reactions': async (page, school) => {
    const room = await school.room();
    await page.goto(await school.link(room, { role: 'moderator' }));
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: /^People/ }).click();
    await page.getByRole('button', { name: /^Raise hand/ }).click();
    await expect(page.getByRole('heading', { name: 'Raised hands · 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Reactions' }).click();
    await page.getByRole('button', { name: 'Send 🎉' }).click();
    await expect(page.locator('[data-sums]')).toBeVisible();
  },
  'polls of a call': async (page, school) => {
    const room = await school.room();
    await page.goto(await school.link(room, { role: 'moderator' }));
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: /^Polls/ }).click();
    for (const kind of ['Quiz', 'Prepared']) {
      await page.getByRole('button', { name: 'New poll' }).click();
      await page.getByLabel('Question').fill(kind);
      await page.getByRole('textbox', { name: 'Answer 1' }).fill('Yes');
      await page.getByRole('textbox', { name: 'Answer 2' }).fill('No');
      await page.getByRole('switch', { name: 'Mark correct answers' }).check({ force: true });
      await page.getByRole('checkbox', { name: 'Answer 1 is correct' }).check();
      await page.getByRole('button', { name: kind === 'Quiz' ? 'Start now' : 'Save for later' }).click();
    }
    await page.getByRole('button', { name: 'Vote yourself' }).click();
    await page.getByRole('radio', { name: 'Yes' }).check();
    await page.getByRole('button', { name: 'Vote', exact: true }).click();
    await expect(page.getByText('Your vote was counted')).toBeVisible();
  },
  'making a poll': async (page, school) => {
    const room = await school.room();
    await page.goto(await school.link(room, { role: 'moderator' }));
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: /^Polls/ }).click();
    await page.getByRole('button', { name: 'New poll' }).click();
    await page.getByRole('switch', { name: 'Mark correct answers' }).check({ force: true });
    await page.getByRole('button', { name: 'Start now' }).click();
    await expect(page.getByText('Enter at least two answers')).toBeVisible();
  },
  'after a call': async (page, school) => {
    const room = await school.room();
    await page.goto(await school.link(room));
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { name: 'You left the call' })).toBeVisible();
  },
  documentation: async (page, school) => {
    await page.goto(`${school.lectern.url}/docs/api`);
    // One tag: all of them look alike, and axe takes a minute for three on a busy machine.
    await page.locator('.opblock-tag', { hasText: 'Tokens' }).first().click();
    await page.locator('.opblock-summary-control').first().click();
    await expect(page.locator('.opblock-body').first()).toBeVisible();
  },
  guides: async (page, school) => {
    await page.goto(`${school.lectern.url}/docs`);
    await expectAccessible(page);
    await page
      .locator('main')
      .getByRole('link', { name: /^Getting started/ })
      .click();
    const navigation = page.getByRole('navigation', { name: 'Documentation' });
    await navigation.getByRole('link', { name: 'API reference' }).click();
    // The page reads an interface of a megabyte; how fast is not the question here.
    await expect(page.getByRole('heading', { name: /^Lectern/ })).toBeVisible({ timeout: 30_000 });
    await page.goBack();
    const code = page.locator('.code').nth(1);
    await code.getByRole('button', { name: 'Copy' }).click();
    await expect(code.getByRole('button', { name: 'Copied' })).toBeVisible();
    await page.locator('main').getByRole('link', { name: 'Webhooks' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Webhooks: events, signatures and retries',
    );
  },
  'entry of a watcher': async (page, school) => {
    const room = await school.room({ type: 'webinar' });
    await page.goto(room.url);
    await expect(page.getByText('You will watch and listen')).toBeVisible();
  },
};

/** Turn the camera on only for pages that show it, because it costs processor time. */
const withCamera = new Set(['entry with faults', 'entry of a moderator']);

for (const [name, open] of Object.entries(pages)) {
  test(`axe finds nothing serious in any look of ${name}`, async ({ page, school }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    if (!withCamera.has(name)) await keepDevicesOff(page);
    await open(page, school);
    await expectAccessible(page);
  });
}
