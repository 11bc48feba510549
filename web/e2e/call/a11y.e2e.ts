import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/account-page.ts';
import { keepDevicesOff } from '../testing/person-page.ts';
import { expect, type School, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

/** The pages by name: how to open each, and what shows that it is open. */
const pages: Record<string, (page: Page, school: School) => Promise<void>> = {
  // The camera is on until a moderator turns it off; that choice is kept.
  'entry with faults': async (page, school) => {
    const email = { slug: 'email', type: 'email', title: 'admin.classrooms.email' } as const;
    const field = { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', type: 'string', title: 'Company' } as const;
    const room = await school.room({
      joinSettingsFields: [{ ...email, enabled: true, required: true }],
      joinSettingsCustomFields: [{ ...field, enabled: true, required: true, order: 0 }],
    });
    await page.goto(room.url);
    await expect(page.getByLabel('Your camera picture')).toBeVisible();
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('Enter your name')).toBeVisible();
    await expect(page.getByText('Fill in this field')).toBeVisible();
  },
  'entry of a moderator': async (page, school) => {
    const room = await school.room({ isSelfRenamingAllowed: false });
    await page.goto(await school.link(room, { role: 'moderator' }));
    await page.getByRole('button', { name: 'Turn off camera' }).click();
    await expect(page.getByText('Camera is off')).toBeVisible();
  },
  'entry of a watcher': async (page, school) => {
    const room = await school.room({ type: 'webinar' });
    await page.goto(room.url);
    await expect(page.getByText('You will watch and listen')).toBeVisible();
  },
};

test('axe finds nothing serious in any look of the entry pages', async ({ page, school }) => {
  test.slow();
  for (const [name, open] of Object.entries(pages)) {
    await test.step(name, async () => {
      await open(page, school);
      await expectAccessible(page);
    });
  }
});

/** The parts that a moderator opens in a call, in this order: how to open each, and what shows that it is open. */
const parts: Record<string, (page: Page) => Promise<void>> = {
  'people who wait, and permissions': async (page) => {
    await page.getByRole('button', { name: 'People, 2 waiting' }).click();
    await expect(page.getByRole('button', { name: 'Admit all' })).toBeVisible();
    await page.getByRole('button', { name: 'Permissions' }).click();
    await expect(page.getByRole('switch', { name: 'Write in chat' })).toBeVisible();
  },
  'raised hands, feedback and reactions': async (page) => {
    await page.getByRole('button', { name: 'Permissions' }).click();
    await page.getByRole('button', { name: /^Raise hand/ }).click();
    await expect(page.getByRole('heading', { name: 'Raised hands · 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Reactions' }).click();
    await page.getByRole('group', { name: 'Feedback' }).getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('list', { name: 'Feedback' })).toHaveText('Yes 1');
    await page.getByRole('button', { name: 'Send 🎉' }).click();
    await expect(page.locator('[data-sums]')).toBeVisible();
  },
  'menus of a call': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitemcheckbox', { name: /^Low-data mode/ })).toBeVisible();
  },
  'keyboard shortcuts': async (page) => {
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).toBeVisible();
  },
  'making a poll': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Polls/ }).click();
    await page.getByRole('button', { name: 'New poll' }).click();
    await page.getByRole('switch', { name: 'Mark correct answers' }).check({ force: true });
    await page.getByRole('button', { name: 'Start now' }).click();
    await expect(page.getByText('Enter at least two answers')).toBeVisible();
  },
  'polls of a call': async (page) => {
    await page.getByRole('button', { name: 'Back to polls' }).click();
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
  'after a call': async (page) => {
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('menuitem', { name: 'Leave the call' }).click();
    await expect(page.getByRole('heading', { name: 'You left the call' })).toBeVisible();
  },
};

test('axe finds nothing serious in any look of a call', async ({ page, school }) => {
  test.slow();
  const room = await school.room({ waitingRoomAudience: 'guests' });
  for (const name of ['Boris', 'Vera']) {
    await school.lectern.client().createParticipant({
      spaceId: room.spaceId,
      body: { roomId: room.id, clientUniqueId: `browser of ${name}`, name },
    });
  }
  await keepDevicesOff(page);
  await page.goto(await school.link(room, { role: 'moderator' }));
  await page.getByRole('button', { name: 'Join' }).click();
  for (const [name, open] of Object.entries(parts)) {
    await test.step(name, async () => {
      await open(page);
      await expectAccessible(page);
    });
  }
});
