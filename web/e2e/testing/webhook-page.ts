import { expect, type Page } from '@playwright/test';

export const rows = (page: Page) =>
  page.getByRole('list', { name: 'Deliveries, newest first' }).getByRole('listitem');
export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
export const attempt = (page: Page, number: number) =>
  page.getByRole('article', { name: `Attempt ${number}` });

export async function sendTest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send test' }).click();
  await dialogOf(page, 'Send test').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Attempts' })).toBeVisible();
}
