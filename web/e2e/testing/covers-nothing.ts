import { expect, type Locator } from '@playwright/test';
import type { PersonPage } from './person-page.ts';

/** A sign of the call is in view and covers neither a tile nor a control. */
export async function coversNothing({ page }: PersonPage, sign: Locator): Promise<void> {
  await expect(sign).toBeInViewport({ ratio: 1 });
  const box = await sign.boundingBox();
  if (!box) throw new Error('the sign has no box');
  const others = await page.locator('[data-tile], footer button').all();
  for (const other of others) {
    const { x = 0, y = 0, width = 0, height = 0 } = (await other.boundingBox()) ?? {};
    const isApart =
      x + width <= box.x || box.x + box.width <= x || y + height <= box.y || box.y + box.height <= y;
    expect(isApart, await other.evaluate((element) => element.outerHTML.slice(0, 120))).toBe(true);
  }
}
