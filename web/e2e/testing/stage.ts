import type { Page } from '@playwright/test';

/** The share of its area on the page that something covers. */
export async function shareOf(page: Page, selector: string): Promise<number> {
  const [inner, outer] = await Promise.all([
    page.locator(selector).boundingBox(),
    page.getByRole('region', { name: 'People in the call' }).boundingBox(),
  ]);
  return inner && outer ? (inner.width * inner.height) / (outer.width * outer.height) : 0;
}
