import { endPreparation, holdVideo } from '../../../server/testing/playbacks.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { type ContentGroup, expect, test, videoSeconds } from '../testing/content-group.ts';
import { show, waitForVideo } from '../testing/content-page.ts';

/** A webinar that plays a recording of the group. @returns the path of its timeline */
async function makeWebinar(group: ContentGroup): Promise<string> {
  const { api, lectern, spaceId } = group;
  const recordId = await group.write({ name: 'Lesson 5' });
  await holdVideo(lectern, { spaceId, recordId });
  const { id: playbackId } = await api.createPlayback({
    spaceId,
    body: { name: 'Algebra again', type: 'webinar' },
  });
  await api.updatePlayback({ spaceId, playbackId, body: { recordId } });
  await endPreparation(lectern, playbackId, { duration: videoSeconds });
  return `/groups/${spaceId}/webinars/${playbackId}/timeline`;
}

test('an offer and a poll are added beside the video, saved, moved by keys; a deletion is undone', async ({
  page,
  group,
}) => {
  await show(page, group, await makeWebinar(group));
  await waitForVideo(page);
  await page.getByRole('slider', { name: 'Position in the recording' }).fill('12');
  const add = (name: string) => page.getByRole('button', { name });
  await expect(page.getByText('0:12 / 0:30')).toBeVisible();

  await add('Add offer').click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('The full course');
  await page.getByRole('textbox', { name: 'Button text' }).fill('See the course');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter the address of a page')).toBeVisible();
  // The server refuses an address with a password.
  await page.getByLabel('Page that the button opens').fill('https://me:secret@school.example.org');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter an address that begins with https://')).toBeVisible();
  await expect(page.getByLabel('Page that the button opens')).toBeFocused();
  await page.getByLabel('Page that the button opens').fill('https://school.example.org/courses');
  await expect(page.getByRole('region', { name: 'What viewers see' }).getByRole('link')).toBeVisible();

  await add('Add poll').click();
  await page.getByRole('textbox', { name: 'Question' }).fill('Is it clear?');
  await page.getByRole('textbox', { name: 'Answer 1' }).fill('Yes');
  await page.getByRole('textbox', { name: 'Answer 2' }).fill('No');
  await page.getByLabel('Appears at').fill('0:45');
  await expect(page.getByText('No session shows it')).toBeVisible();
  await page.getByLabel('Appears at').fill('0:20');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);

  await page.reload();
  const offer = page.getByRole('button', { name: /^0:00:12 Offer The full course/ });
  const poll = page.getByRole('button', { name: /^0:00:20 Poll Is it clear/ });
  await expect(offer).toBeVisible();
  await expect(poll).toBeVisible();
  const mark = page.getByRole('button', { name: /^Poll “Is it clear\?”/ });
  await mark.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^0:00:11 Poll/ })).toBeVisible();
  await expect(mark).toBeFocused();

  // Somebody else adds an item meanwhile.
  const [spaceId = '', playbackId = ''] = new URL(page.url()).pathname.match(/[0-9a-f]{24}/g) ?? [];
  const { items } = await group.api.getTimeline({ spaceId, playbackId });
  const note = { type: 'message', at: 3, author: 'Vera', text: 'Hello' } as const;
  await group.api.updateTimeline({ spaceId, playbackId, body: { items: [...items, note] } });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^0:00:03 Message Hello/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);

  // Then they change the poll that the reader moves.
  const rename = async (question: string) => {
    const present = await group.api.getTimeline({ spaceId, playbackId });
    const changed = present.items.map((item) => (item.type === 'poll' ? { ...item, question } : item));
    await group.api.updateTimeline({ spaceId, playbackId, body: { items: changed } });
  };
  const move = async (name: RegExp) => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Save' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Changed elsewhere' });
  await rename('Did you follow?');
  await move(/^Poll “Is it clear\?”/);
  await expect(dialog.getByText('Is it clear?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Load newer version' }).click();
  await expect(page.getByRole('button', { name: /^0:00:11 Poll Did you follow/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await rename('Any questions?');
  await move(/^Poll “Did you follow\?”/);
  await dialog.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  const saved = (await group.api.getTimeline({ spaceId, playbackId })).items.find(
    ({ type }) => type === 'poll',
  );
  expect([saved?.question, saved?.at]).toEqual(['Did you follow?', 12]);

  await page.getByRole('button', { name: 'Delete: The full course' }).click();
  await expect(offer).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(offer).toBeFocused();
});
