import type { Page } from '@playwright/test';

/** The width of a phone and of a desktop. */
const widths = [390, 1440];

/** Waits until components have taken on what the browser has just told them, such as another width. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Runs a check at each width. To resize an open page takes less time than to open it again. */
export async function atEachWidth(page: Page, check: (width: number) => Promise<void>): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await waitUntilDrawn(page);
    await check(width);
  }
}
