import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { videoBytes } from '../../../server/testing/uploads.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { expect, test } from '../testing/content-group.ts';
import { show } from '../testing/content-page.ts';

test.describe.configure({ mode: 'parallel' });

const mebibyte = 1024 * 1024;
let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-upload-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** On the disk, because a browser recognises a file by its time of change. */
function writeVideo(name: string, size: number): string {
  const path = join(folder, name);
  writeFileSync(path, videoBytes(size));
  return path;
}

const rows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Uploaded videos' }).getByRole('listitem');

const select = (page: Page, ...paths: string[]): Promise<void> =>
  page.locator('input[type=file]').setInputFiles(paths);

test('a video is paused, survives a reload and continues where it stopped', { tag: '@main' }, async ({
  page,
  group,
}) => {
  const requests: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/spaces/*/assets**', async (route) => {
    const method = route.request().method();
    const offset = route.request().headers()['upload-offset'] ?? '';
    if (method === 'POST' || method === 'PATCH') requests.push(`${method} ${offset}`.trim());
    if (method === 'PATCH' && offset !== '0') await held;
    await route.continue().catch(() => undefined);
  });
  await show(page, group);
  const lesson = writeVideo('lesson.mp4', 20 * mebibyte);
  await select(page, lesson, writeVideo('biology.mp4', mebibyte));
  await expect(rows(page)).toContainText([/lesson\.mp4.*Uploading, 4\d%/, /biology\.mp4.*Waiting/]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel upload of biology.mp4' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel upload' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Pause lesson.mp4' }).click();
  await expect(rows(page)).toContainText([/Paused, 4\d%/]);

  await page.reload();
  await expect(rows(page)).toContainText([/lesson.*Unfinished, 40%.*select the same file again/]);
  release();
  await select(page, lesson);
  await expect(rows(page)).toContainText([/^lesson\s*Uploaded/]);
  await page.getByRole('button', { name: 'More actions for lesson' }).click();
  await expect(page.getByRole('menuitem', { name: 'Open video' })).toBeVisible();
  expect(requests.filter((request) => request === 'POST')).toHaveLength(1);
  expect(requests.filter((request) => request === 'PATCH 0')).toHaveLength(1);
});

test('another file is refused with the reason, also on a phone', async ({ page, group }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await show(page, group);
  const path = join(folder, 'notes.mp4');
  writeFileSync(path, 'These are notes and no video at all.');
  await select(page, path);
  await expect(rows(page)).toContainText(['This file is not an MP4, MOV, MKV or WebM video.']);
  await expect(page.getByRole('status').filter({ hasText: 'notes.mp4: Failed.' })).toBeAttached();
  await expectAccessible(page);
});
