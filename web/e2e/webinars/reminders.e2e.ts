import { enterPlayback, giveVideo, makePlayback } from '../../../server/testing/playbacks.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { expect, test } from '../testing/school.ts';

test('a viewer turns reminders on, unsubscribes by the link in the email, and undoes it', async ({
  office: { lectern, mail },
  page,
}) => {
  const webinar = await makePlayback(lectern, { name: 'Algebra for beginners' });
  await giveVideo(lectern, webinar, 600);
  const { owner, spaceId, at, asRoom } = webinar;
  const startDate = new Date(Date.now() + 12 * 3_600_000).toISOString();
  await owner.createPlaybackEvent({ spaceId, body: { playbackId: at.playbackId, startDate } });
  const email = 'anna.petrova@example.org';
  const { url } = await owner.generateAccess({
    ...asRoom,
    body: { username: 'Anna Petrova', role: 'user', email },
  });
  await page.goto(url);
  await page.getByRole('button', { name: 'Join' }).click();
  const choice = page.getByRole('switch', { name: 'Remind me by email' });
  await expect(choice).not.toBeChecked();
  await expect(page.getByText(`To ${email}: 1 hour before and at the start`)).toBeVisible();
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(choice).toBeChecked();
  await expect(choice).toBeFocused();
  await expect(page.getByText('Reminders are on.')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(choice).toBeChecked();

  const { headers, text } = await mail.take(email);
  expect(headers.subject).toMatch(/^Reminders are on: Algebra for beginners/);
  expect(text).toContain(url);
  const [stopUrl = ''] = /http\S+\/reminders\/\S+/.exec(text) ?? [];
  await page.goto(stopUrl);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeFocused();
  await expect(page.getByText('a•••@example.org gets no more emails')).toBeVisible();
  await expectAccessible(page);
  await page.goto(url);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByText(`${email} is unsubscribed from this webinar.`)).toBeVisible();
  await page.goto(stopUrl);
  await page.getByRole('button', { name: 'Subscribe again' }).click();
  await expect(page.getByText('You are subscribed again.')).toBeVisible();
});

test('a viewer without an address is offered no reminders', async ({ office: { lectern }, page }) => {
  const webinar = await makePlayback(lectern);
  await giveVideo(lectern, webinar, 600);
  const startDate = new Date(Date.now() + 12 * 3_600_000).toISOString();
  const { owner, spaceId, at } = webinar;
  await owner.createPlaybackEvent({ spaceId, body: { playbackId: at.playbackId, startDate } });
  const { url } = await enterPlayback(lectern, webinar, { isPermanent: true });
  await page.goto(url);
  const read = page.waitForResponse(/\/reminders$/);
  await page.getByRole('button', { name: 'Join' }).click();
  expect((await (await read).json()).obstacle).toBe('email_missing');
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
});
