import { expectAccessible } from '../testing/account-page.ts';
import { CallChat } from '../testing/call-chat.ts';
import { type ContentGroup, expect, test } from '../testing/content-group.ts';
import { show } from '../testing/content-page.ts';
import type { Studio } from '../testing/school.ts';

/** A webinar of a recorded call in which two people wrote. @returns its id */
async function makeWebinar(group: ContentGroup, { database }: Studio): Promise<string> {
  const { api, spaceId, lectern } = group;
  const recordId = await group.write({ name: 'Lesson 5' });
  const at = { spaceId, roomId: group.rooms.Algebra };
  const [{ channelId }, { startedAt }] = [await api.getRoom(at), await api.getRecord({ ...at, recordId })];
  const chat = new CallChat(database, { spaceId, channelId });
  const enter = async (name: string) => {
    const body = { roomId: at.roomId, clientUniqueId: `browser of ${name}`, name };
    return { participantId: (await lectern.client().createParticipant({ spaceId, body })).id, name };
  };
  const [vera, ivan] = [await enter('Vera Sokolova'), await enter('Ivan Petrov')];
  for (let second = 1; second <= 24; second += 1) {
    const time = new Date(Date.parse(startedAt ?? '') + second * 1_000);
    const texts: Record<number, string> = { 4: 'My number is 555', 5: '$$x^2$$' };
    await chat.write(second % 2 ? vera : ivan, texts[second] ?? `Line ${second}`, time);
  }
  const { id: playbackId } = await api.createPlayback({
    spaceId,
    body: { name: 'Algebra again', type: 'webinar' },
  });
  await api.updatePlayback({ spaceId, playbackId, body: { recordId } });
  return playbackId;
}

test('lines of the recorded chat are found, hidden and renamed, and a change is undone', async ({
  page,
  group,
  studio,
}) => {
  const { api, spaceId } = group;
  const playbackId = await makeWebinar(group, studio);
  await show(page, group, `/groups/${spaceId}/webinars/${playbackId}/chat`);
  const lines = page.getByRole('region', { name: 'Lines of the recorded chat' }).getByRole('article');
  await expect(page.getByText('24 lines')).toBeVisible();
  await expect(lines.locator('math msup')).toHaveCount(1);
  await page.getByLabel('Search names and text').fill('555');
  await expect(lines).toHaveCount(1);
  await page.getByRole('button', { name: 'Hide the line of Ivan Petrov, 0:04' }).click();
  await expect(page.getByText('The line is hidden')).toBeVisible();
  await page.getByRole('button', { name: 'Change the name on the line of Ivan Petrov, 0:04' }).click();
  await page.getByLabel('Name', { exact: true }).fill('A learner');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The name on 12 lines is changed')).toBeVisible();
  const names = async () => {
    const { items } = await api.getOriginalChat({ spaceId, playbackId });
    return items.filter(({ displayName }) => displayName === 'A learner').length;
  };
  expect(await names()).toBe(12);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines.getByText('Ivan Petrov')).toBeVisible();
  await expect.poll(names).toBe(0);
  await expect(lines.getByText('Hidden')).toBeVisible();
});
