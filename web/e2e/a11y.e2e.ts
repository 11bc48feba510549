import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, type School, test } from './school.ts';

/** Every page by name: how to come to it, and what shows that it is there. */
const pages: Record<string, (page: Page, school: School) => Promise<void>> = {
  start: async (page, school) => {
    await page.goto(school.lectern.url);
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByText('Paste the link')).toBeVisible();
  },
  'no page': async (page, school) => {
    await page.goto(`${school.lectern.url}/nowhere`);
    await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
  },
  'unknown link': async (page, school) => {
    const room = await school.room();
    await page.goto(`${room.url}?accessToken=made-up`);
    await expect(page.getByRole('button', { name: 'Enter as a guest' })).toBeVisible();
  },
  'entry with faults': async (page, school) => {
    const email = { slug: 'email', type: 'email', title: 'admin.classrooms.email' } as const;
    const room = await school.room({ joinSettingsFields: [{ ...email, enabled: true, required: true }] });
    await page.goto(room.url);
    await expect(page.getByLabel('Your camera picture')).toBeVisible();
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText('Write your name')).toBeVisible();
  },
  'entry of a moderator': async (page, school) => {
    const room = await school.room({ isSelfRenamingAllowed: false });
    await page.goto(await school.link(room, { role: 'moderator' }));
    await page.getByRole('button', { name: 'Turn the camera off' }).click();
    await expect(page.getByText('The camera is off')).toBeVisible();
  },
  call: async (page, school) => {
    const room = await school.room();
    await page.goto(await school.link(room, { role: 'moderator' }));
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: /People/ }).click();
    await expect(page.getByRole('complementary')).toBeVisible();
  },
  'after a call': async (page, school) => {
    const room = await school.room();
    await page.goto(await school.link(room));
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { name: 'You left the call' })).toBeVisible();
  },
  documentation: async (page, school) => {
    await page.goto(`${school.lectern.url}/docs`);
    for (const tag of ['Tokens', 'Rooms', 'Webhooks']) {
      await page.locator('.opblock-tag', { hasText: tag }).first().click();
    }
    await page.locator('.opblock-summary-control').first().click();
    await expect(page.locator('.opblock-body').first()).toBeVisible();
  },
  'entry of a watcher': async (page, school) => {
    const room = await school.room({ type: 'webinar' });
    await page.goto(room.url);
    await expect(page.getByText('You will watch and listen')).toBeVisible();
  },
};

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, open] of Object.entries(pages)) {
    test(`axe finds nothing serious: ${name}, ${colorScheme}`, async ({ page, school }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(page, school);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(grave.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
    });
  }
}
