import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/account-page.ts';
import { type ContentGroup, expect, test } from '../testing/content-group.ts';
import { show, video, waitForVideo } from '../testing/content-page.ts';
import { lines, panel, placeOf, renew, said, summary } from '../testing/transcript-page.ts';

test.describe.configure({ mode: 'parallel' });

const current = (page: Page): Locator => panel(page).locator('[aria-current="true"]');
const follow = (page: Page): Locator => panel(page).getByRole('button', { name: 'Follow' });
const search = (page: Page): Locator => page.getByLabel('Search in the transcript');

/** Opens a recording with a transcript. */
async function open(page: Page, group: ContentGroup, query = ''): Promise<string> {
  const id = await group.write({ name: 'Lesson 5' });
  await group.transcribe(id, { lines, summary });
  await show(page, group, `${group.pageOf(id)}${query}`);
  await expect(said(page)).toHaveCount(lines.length);
  await waitForVideo(page);
  return id;
}

test('the transcript follows the video, is searched, and jumps to a second, as summary, tasks, chapters and captions do', {
  tag: '@main',
}, async ({ page, group }) => {
  test.slow();
  const id = await open(page, group, '?t=6');
  await expect.poll(() => placeOf(page)).toBe(6);
  await expect(current(page)).toContainText('Does every equation');
  await panel(page).getByRole('button', { name: 'Play from 0:12' }).click();
  await expect.poll(() => placeOf(page)).toBe(12);
  await expect(current(page)).toContainText('I will send');
  await panel(page).getByText('Every equation has two roots.').click();
  await expect.poll(() => placeOf(page)).toBe(3);
  await video(page).evaluate((element: HTMLVideoElement) => void element.play());
  await expect(current(page)).toContainText('Does every equation');
  await video(page).evaluate((element: HTMLVideoElement) => element.pause());

  await test.step('a search marks every match and steps through them by keyboard', async () => {
    await search(page).fill('TWO');
    await expect(panel(page).getByRole('status').filter({ hasText: '1 of 2' })).toBeVisible();
    await expect(panel(page).locator('mark')).toHaveText(['two', 'two']);
    await search(page).press('Enter');
    await expect(panel(page).getByText('2 of 2')).toBeVisible();
    await expect(panel(page).locator('mark[data-current]')).toHaveCount(1);
    await search(page).press('Enter');
    await expect(panel(page).getByText('1 of 2')).toBeVisible();
    await panel(page).getByRole('button', { name: 'Previous match' }).click();
    await expect(panel(page).getByText('2 of 2')).toBeVisible();
    await search(page).fill('nothing of it');
    await expect(panel(page).getByText('No matches')).toBeVisible();
    await search(page).press('Escape');
    await expect(panel(page).locator('mark')).toHaveCount(0);
  });

  await test.step('speakers have their time, and one of them may be shown alone', async () => {
    const anna = page.getByRole('button', { name: /Anna Petrova 0:06, 43%/ });
    await anna.click();
    await expect(said(page)).toHaveCount(3);
    await expect(page.getByLabel('Speaker', { exact: true }).locator('option:checked')).toHaveText(
      'Anna Petrova',
    );
    await anna.click();
    await expect(said(page)).toHaveCount(lines.length);
  });

  await test.step('scrolling by the reader stops following until Follow is pressed', async () => {
    await page.goto(`${group.lectern.url}${group.pageOf(id)}`);
    await expect(said(page)).toHaveCount(lines.length);
    await waitForVideo(page);
    await expect(follow(page)).toBeHidden();
    await panel(page).getByRole('list').hover();
    await page.mouse.wheel(0, 200);
    await expect(follow(page)).toBeVisible();
    await follow(page).click();
    await expect(follow(page)).toBeHidden();
  });

  await test.step('captions show who says what, and the browser remembers them', async () => {
    await page.goto(`${group.lectern.url}${group.pageOf(id)}?t=6.2`);
    await expect(said(page)).toHaveCount(lines.length);
    await waitForVideo(page);
    const shown = () =>
      video(page).evaluate((element: HTMLVideoElement) => {
        const track = [...element.textTracks].find(({ mode }) => mode === 'showing');
        return [...(track?.activeCues ?? [])].map((cue) => (cue as VTTCue).text);
      });
    expect(await shown()).toEqual([]);
    await page.getByRole('region', { name: 'Player' }).focus();
    await page.keyboard.press('c');
    await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(shown).toEqual(['Boris Ivanov: Does every equation really\nhave two of them?']);
    await page.reload();
    await waitForVideo(page);
    await expect.poll(shown).toEqual(['Boris Ivanov: Does every equation really\nhave two of them?']);
    await page.getByRole('button', { name: 'Captions' }).click();
    await expect.poll(shown).toEqual([]);
  });

  await test.step('axe finds nothing serious', async () => {
    await page.goto(`${group.lectern.url}${group.pageOf(id)}`);
    await expect(said(page)).toHaveCount(lines.length);
    await waitForVideo(page);
    await search(page).fill('two');
    await panel(page).getByRole('button', { name: 'Edit what was said at 0:12' }).click();
    await expectAccessible(page);
    await page.goto(`${group.lectern.url}${group.path}?search=roots`);
    await expect(page.getByText('2 places found')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('summary, tasks and chapters jump to their seconds; highlights are not called a summary', async () => {
    await page.goto(`${group.lectern.url}${group.pageOf(id)}`);
    await expect(said(page)).toHaveCount(lines.length);
    await waitForVideo(page);
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    await part('Summary')
      .getByRole('button', { name: /two roots/ })
      .click();
    await expect.poll(() => placeOf(page)).toBe(3);
    await part('Tasks')
      .getByRole('button', { name: /Send the exercises Clara Schmidt/ })
      .click();
    await expect.poll(() => placeOf(page)).toBe(12);
    await part('Chapters')
      .getByRole('button', { name: /Questions about roots/ })
      .click();
    await expect.poll(() => placeOf(page)).toBe(6);
    await expect(page.getByRole('slider', { name: 'Position in the recording' })).toHaveAttribute(
      'aria-valuetext',
      '0:06 of 0:30, Questions about roots',
    );
    await group.transcribe(id, {
      lines,
      summary: { ...summary, kind: 'highlights', tasks: [], sections: [] },
    });
    await page.reload();
    await expect(part('Highlights')).toContainText('quoted from the transcript');
    await expect(part('Summary')).toHaveCount(0);
  });
});

test('a moderator corrects text and speaker by keyboard, renames a speaker, and restores the originals; what fails keeps its text', {
  tag: '@main',
}, async ({ page, group }) => {
  test.slow();
  const id = await open(page, group);
  const edit = panel(page).getByRole('button', { name: 'Edit what was said at 0:06' });
  await edit.focus();
  await page.keyboard.press('Enter');
  const text = panel(page).getByLabel('Text');
  await expect(text).toBeFocused();
  await text.fill('Does every equation have two roots?');
  await panel(page).locator('form').getByLabel('Speaker').fill('Clara Schmidt');
  await text.press('Enter');
  await expect(said(page).nth(2)).toContainText(/Clara Schmidt.*have two roots\?.*Corrected/);
  await expect(edit).toBeFocused();

  await page.reload();
  await edit.click();
  await expect(panel(page).getByText('Does every equation really have two of them?')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Restore the original' }).click();
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(said(page).nth(2)).toContainText(/Boris Ivanov.*really have two of them/);
  await expect(panel(page).getByText('Corrected', { exact: true })).toHaveCount(0);

  await edit.click();
  await text.fill('Something else');
  await text.press('Escape');
  await expect(said(page).nth(2)).toContainText('really have two of them');
  await expect(edit).toBeFocused();
  await expect(group.api.getTranscription(group.recordPath(id))).resolves.toMatchObject({
    transcription: { segmentsCount: lines.length },
  });

  await test.step('a speaker is renamed in the whole transcript, and the original names are restored', async () => {
    await renew(page, group, id);
    const namesOf = async () => {
      const { segments, revision } = await group.api.getTranscriptionJson(group.recordPath(id));
      return { names: segments.map(({ speaker }) => speaker.split(' ')[0]).join(' '), revision };
    };
    const speakers = page.getByRole('region', { name: 'Speakers' });
    await speakers.getByRole('button', { name: 'Rename Boris Ivanov' }).click();
    const field = speakers.getByLabel('New name of Boris Ivanov in 2 parts of the transcript');
    await expect(field).toBeFocused();
    await field.fill('Ben Ivanov');
    await field.press('Enter');
    await expect(speakers.getByRole('button', { name: 'Rename Ben Ivanov' })).toBeFocused();
    await expect(said(page).filter({ hasText: 'Ben Ivanov' })).toHaveCount(2);
    await expect(said(page).filter({ hasText: 'Boris Ivanov' })).toHaveCount(0);
    expect(await namesOf()).toEqual({ names: 'Anna Anna Ben Anna Clara Ben', revision: 2 });

    await panel(page).getByRole('button', { name: 'Edit what was said at 0:24' }).click();
    const editor = panel(page).locator('form');
    await expect(editor.getByRole('checkbox')).toHaveCount(0);
    await editor.getByLabel('Text').fill('Thank you and see you soon.');
    await editor.getByLabel('Speaker').fill('Clara Schmidt');
    await editor.getByLabel('Also rename Ben Ivanov in 1 other part').check();
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(said(page).nth(2)).toContainText('Clara Schmidt');
    // It goes on with the turn of Clara, whose name is at its beginning.
    await expect(said(page).nth(5)).toHaveText(/^0:24Thank you and see you soon/);
    await expect(page.getByText('Someone else changed the transcript')).toHaveCount(0);
    expect(await namesOf()).toEqual({ names: 'Anna Anna Clara Anna Clara Clara', revision: 4 });

    await speakers.getByRole('button', { name: 'Restore the original name of Clara Schmidt' }).click();
    await expect(speakers.getByRole('button', { name: 'Rename Boris Ivanov' })).toBeVisible();
    await expect(said(page).nth(2)).toContainText('Boris Ivanov');
    expect(await namesOf()).toEqual({ names: 'Anna Anna Boris Anna Clara Boris', revision: 5 });
  });

  await test.step('a renaming that fails says so and keeps the name that was typed', async () => {
    await renew(page, group, id);
    const speakers = page.getByRole('region', { name: 'Speakers' });
    await page.route('**/speakers/*', (route) => route.abort());
    await speakers.getByRole('button', { name: 'Rename Boris Ivanov' }).click();
    const field = speakers.getByLabel('New name of Boris Ivanov');
    await field.fill('Ben');
    await field.press('Enter');
    await expect(speakers.getByRole('alert')).toBeVisible();
    await expect(field).toHaveValue('Ben');
    await field.press('Escape');
    await expect(speakers.getByRole('button', { name: 'Rename Boris Ivanov' })).toBeFocused();
    await page.unroute('**/speakers/*');
  });

  await test.step('a correction that fails keeps its text; one beside the change of another shows both', async () => {
    await renew(page, group, id);
    await panel(page).getByRole('button', { name: 'Edit what was said at 0:06' }).click();
    const text = panel(page).getByLabel('Text');
    await text.fill('My own words');
    await page.route('**/segments/*', (route) => route.abort());
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await expect(panel(page).getByRole('alert')).toBeVisible();
    await expect(text).toHaveValue('My own words');
    await page.unroute('**/segments/*');

    const { segments } = await group.api.getTranscriptionJson(group.recordPath(id));
    const first = segments[0]?.id ?? '';
    await group.api.updateTranscriptionSegment({
      ...group.recordPath(id),
      segmentId: first,
      body: { text: 'Words of another' },
    });
    await panel(page).getByRole('button', { name: 'Save' }).click();
    await expect(panel(page).getByText('Someone else changed the transcript')).toBeVisible();
    await expect(said(page).nth(0)).toContainText('Words of another');
    await expect(said(page).nth(2)).toContainText('My own words');
  });
});

test('a transcript of three hours renders only what is visible', async ({ page, group }) => {
  const id = await group.write({ name: 'Lesson 5' });
  const many = Array.from({ length: 5_000 }, (_, index) => ({
    start: index * 2.1,
    speaker: index % 3 === 0 ? 'Boris Ivanov' : 'Anna Petrova',
    text: `Sentence ${index} of a long lesson about equations and their roots.`,
  }));
  await group.transcribe(id, { lines: many });
  await show(page, group, group.pageOf(id));
  await search(page).fill('sentence 4321 ');
  await expect(panel(page).locator('mark[data-current]')).toHaveText('Sentence 4321');
  await expect(said(page).first()).toHaveAttribute('aria-setsize', '5000');
  expect(await said(page).count()).toBeLessThan(60);
  await page
    .getByRole('region', { name: 'Speakers' })
    .getByRole('button', { name: 'Rename Boris Ivanov' })
    .click();
  await page.keyboard.type('Ben');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Restore the original name of Ben' })).toBeVisible();
  await search(page).fill('sentence 4320 ');
  await expect(said(page).filter({ hasText: 'Sentence 4320' })).toContainText('Ben');
  await expectAccessible(page, ['light']);
});
