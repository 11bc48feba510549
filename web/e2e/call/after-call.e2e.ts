import type { Page } from '@playwright/test';
import { keepDevicesOff } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

async function enter(page: Page, link: string): Promise<void> {
  await keepDevicesOff(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
}

test('a person who left may come back', async ({ page, school }) => {
  const room = await school.room();
  await enter(page, await school.link(room));
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'You left the call' })).toBeFocused();
  await page.getByRole('button', { name: 'Rejoin' }).click();
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
});

test('the call continues in one tab only, and can be taken back', async ({ context, school }) => {
  const room = await school.room();
  const link = await school.link(room);
  const [first, second] = [await context.newPage(), await context.newPage()];
  await enter(first, link);
  await enter(second, link);
  await expect(first.getByRole('heading', { name: 'You are in this call in another tab' })).toBeVisible();
  await first.getByRole('button', { name: 'Continue here' }).click();
  await first.getByRole('button', { name: 'Join' }).click();
  await expect(second.getByRole('heading', { name: 'You are in this call in another tab' })).toBeVisible();
});

test('the room sends people to its exit address when they leave', async ({ page, school }) => {
  const redirectUrl = `${school.lectern.url}/docs`;
  const room = await school.room({ redirectUrl });
  await enter(page, await school.link(room));
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(redirectUrl);
});
