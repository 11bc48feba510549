import { expect, type Locator, type Page } from '@playwright/test';
import { type ContentGroup, videoSeconds } from './content-group.ts';
import { beSignedIn } from './panel-page.ts';

export const rows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Recordings' }).getByRole('listitem');

export const video = (page: Page): Locator => page.locator('section[aria-label="Player"] video');

/** Waits until the player has loaded its video. */
export const waitForVideo = (page: Page): Promise<void> =>
  expect(video(page)).toHaveJSProperty('duration', videoSeconds);

/** Signs in the group's owner and opens its Content tab, or another page. */
export async function show(page: Page, group: ContentGroup, path = group.path): Promise<void> {
  await beSignedIn(page.context(), group.lectern.url, group.who);
  await page.goto(`${group.lectern.url}${path}`);
}
