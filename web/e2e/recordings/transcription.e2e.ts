import { readFileSync } from 'node:fs';
import { expect, test } from '../testing/content-group.ts';
import { show } from '../testing/content-page.ts';
import { answer } from '../testing/panel-page.ts';
import { lines, placeOf, renew, said, summary } from '../testing/transcript-page.ts';

test.describe.configure({ mode: 'parallel' });

test('the states of a transcript are shown without a reload; it is downloaded, and created again or deleted after a question', async ({
  page,
  group,
}) => {
  const id = await group.write({ name: 'Lesson 5' });
  await group.transcribe(id, { state: 'waiting' });
  await show(page, group, group.pageOf(id));
  await expect(page.getByText('The transcript is waiting')).toBeVisible();
  await group.transcribe(id, { state: 'running', progress: 0.42 });
  await expect(page.getByText('42% done')).toBeVisible();
  await group.transcribe(id, { lines, summary });
  await expect(said(page)).toHaveCount(lines.length);
  await test.step('downloads and deletion', async () => {
    await renew(page, group, id);
    const menu = (item: string) => async () => {
      await page.getByRole('button', { name: 'Transcript actions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    const [download] = await Promise.all([page.waitForEvent('download'), menu('Subtitles (.vtt)')()]);
    expect(download.suggestedFilename()).toBe('Lesson 5.vtt');
    expect(readFileSync(await download.path(), 'utf8')).toContain('<v Boris Ivanov>');

    await menu('Delete transcript')();
    await answer(page, 'Delete transcript');
    await expect(page.getByText('No transcript')).toBeVisible();
    await page.getByRole('button', { name: 'Create transcript' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Language of the recording').selectOption({ label: 'Russian' });
    await dialog.getByRole('button', { name: 'Create transcript' }).click();
    await expect(page.getByText('The transcript is waiting')).toBeVisible();
  });

  const mendSpeech = await group.breakSpeech();
  await page.reload();
  await expect(page.getByText('Speech recognition on this server is not working')).toBeVisible();
  await group.transcribe(id, { state: 'failed', failure: 'no_audio' });
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).click();
  const refusedDialog = page.getByRole('dialog');
  await refusedDialog.getByRole('button', { name: 'Create transcript' }).click();
  await expect(refusedDialog.getByText('Speech recognition on this server is not working')).toBeVisible();
  await mendSpeech();
  await refusedDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('no microphone was on during the call')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
  await group.transcribe(id, { lines: [] });
  await page.reload();
  await expect(page.getByText('No speech was found')).toBeVisible();
  await group.transcribe(id, { state: 'running', progress: 0.5 });
  await show(page, group);
  await expect(page.getByText('Transcribing, 50%')).toBeVisible();
  await group.usePlan('free');
  await page.goto(`${group.lectern.url}${group.pageOf(id)}`);
  await expect(page.getByText('Transcripts are not available')).toBeVisible();
  await expect(page.getByText("The plan of this group's owner does not include transcripts.")).toBeVisible();
});

test('what lacks transcription is said in Russian, too', async ({ browser, group }) => {
  const id = await group.write({ name: 'Lesson 5' });
  await group.usePlan('free');
  const context = await browser.newContext({ locale: 'ru-RU' });
  const page = await context.newPage();
  await show(page, group, group.pageOf(id));
  const state = page.getByRole('region', { name: 'Расшифровка' });
  await expect(state).toContainText('Расшифровка не входит в тариф владельца группы.');
  await page.route('**/transcription', (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'transcription_unavailable', reason: 'engine', message: 'This installation has none.' },
    }),
  );
  await page.reload();
  await expect(state).toContainText('На этом сервере не настроено распознавание речи.');
  await expect(state.getByRole('link', { name: 'Как настроить расшифровку' })).toBeVisible();
  await expect(page.getByText('This installation')).toHaveCount(0);
  await context.close();
});

test('words are found in all recordings of a group, and a result opens at its second', async ({
  page,
  group,
}) => {
  const algebra = await group.write({ name: 'Lesson 5' });
  const biology = await group.write({ name: 'Cells', room: 'Biology', minutesAgo: 5 });
  await group.transcribe(algebra, { lines });
  await group.transcribe(biology, {
    lines: [{ start: 8, speaker: 'Clara Schmidt', text: 'The roots of a plant drink water.' }],
  });
  await show(page, group);
  await page.getByLabel('Search recordings and transcripts').fill('root');
  const results = page.getByRole('region', { name: 'Found in transcripts' });
  await expect(results.getByRole('status')).toHaveText('3 places found');
  await expect(results.locator('mark').first()).toHaveText('roots');
  await results.getByRole('link', { name: /Every equation has two roots/ }).click();
  await expect(page).toHaveURL(new RegExp(`${algebra}\\?t=3$`));
  await expect.poll(() => placeOf(page)).toBe(3);
  await page.goBack();
  await expect(results.getByRole('status')).toHaveText('3 places found');
  await page.getByLabel('Search recordings and transcripts').fill('elephants');
  await expect(page.getByText('Nothing found in transcripts')).toBeVisible();
});
