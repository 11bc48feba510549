import type { Locator, Page } from '@playwright/test';
import { startLimitingProxy } from '../../../server/testing/proxies/limiting-proxy.ts';
import { videoBytes } from '../../../server/testing/uploads.ts';
import type { ContentGroup } from '../testing/content-group.ts';
import { expect, test } from '../testing/content-group.ts';
import { beSignedIn } from '../testing/panel-page.ts';

test.describe.configure({ mode: 'parallel' });

const mebibyte = 1024 * 1024;

const rows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Uploaded videos' }).getByRole('listitem');

const video = (name: string, size: number) => ({ name, mimeType: 'video/mp4', buffer: videoBytes(size) });

const select = (page: Page, file: ReturnType<typeof video>): Promise<void> =>
  page.locator('input[type=file]').setInputFiles(file);

async function showThrough(page: Page, url: string, group: ContentGroup): Promise<void> {
  await beSignedIn(page.context(), url, group.who);
  await page.goto(`${url}${group.path}`);
}

test('behind a proxy that allows 1 MiB, this and later uploads use smaller pieces', { tag: '@main' }, async ({
  page,
  group,
}) => {
  const proxy = await startLimitingProxy(group.lectern.url, { bytes: mebibyte });
  try {
    await showThrough(page, proxy.url, group);
    await select(page, video('lesson.mp4', 9 * mebibyte));
    await expect(rows(page)).toContainText([/^lesson\s*Uploaded/]);
    expect(proxy.refused).toEqual([8, 4, 2].map((size) => size * mebibyte));
    await select(page, video('biology.mp4', 2 * mebibyte));
    await expect(rows(page)).toContainText([/^biology\s*Uploaded/, /^lesson\s*Uploaded/]);
    expect(proxy.refused).toHaveLength(3);
    expect(proxy.passed).toEqual(Array(11).fill(mebibyte));
  } finally {
    proxy.close();
  }
});

test('a proxy that closes the connection gets smaller pieces, too', async ({ page, group }) => {
  const proxy = await startLimitingProxy(group.lectern.url, { bytes: 4 * mebibyte, closes: true });
  try {
    await showThrough(page, proxy.url, group);
    await select(page, video('lesson.mp4', 8 * mebibyte));
    await expect(rows(page)).toContainText([/^lesson\s*Uploaded/]);
    expect(proxy.passed).toEqual([4 * mebibyte, 4 * mebibyte]);
  } finally {
    proxy.close();
  }
});

test('a proxy that allows too little is named with its setting', async ({ page, group }) => {
  const proxy = await startLimitingProxy(group.lectern.url, { bytes: 100_000 });
  try {
    await showThrough(page, proxy.url, group);
    await select(page, video('lesson.mp4', mebibyte));
    await expect(rows(page)).toContainText([/even in pieces of 256 KiB.*client_max_body_size/]);
    const guide = page.getByRole('link', { name: 'How to configure the proxy' });
    await expect(guide).toHaveAttribute('href', '/docs/guides/operators/deploying#the-https-proxy');
  } finally {
    proxy.close();
  }
});
