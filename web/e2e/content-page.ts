import type { Locator, Page } from '@playwright/test';
import type { ContentGroup } from './content-group.ts';
import { beSignedIn } from './panel-page.ts';

export const rows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Recordings' }).getByRole('listitem');

export const film = (page: Page): Locator => page.locator('section[aria-label="Player"] video');

/** Signs in the group's owner and opens its Content, or another page. */
export async function show(page: Page, group: ContentGroup, path = group.path): Promise<void> {
  await beSignedIn(page, group.lectern, group.who);
  await page.goto(`${group.lectern.url}${path}`);
}
