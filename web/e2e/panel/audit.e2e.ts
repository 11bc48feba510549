import { readFileSync } from 'node:fs';
import { expectAccessible, makeSomebody, openSignedIn } from '../testing/account-page.ts';
import { clientOf } from '../testing/panel-page.ts';
import { expect, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

test('the owner of a group reads who changed what, by kind, and downloads it', async ({
  page,
  school: { lectern },
}) => {
  const who = await makeSomebody(lectern);
  const api = await clientOf(lectern, who);
  const { id: spaceId } = await api.createSpace({ body: { name: 'Physics 9A' } });
  const room = await api.createRoom({ spaceId, body: { name: 'Optics' } });
  const { token } = await api.createSpaceToken({ spaceId, body: { name: 'Moodle <script>' } });
  await lectern.client(token).updateRoom({ spaceId, roomId: room.id, body: { name: 'Optics and waves' } });
  await openSignedIn(page, who, `/groups/${spaceId}`);
  const sections = page.getByRole('navigation', { name: 'Group sections' });
  await sections.getByRole('link', { name: 'Audit log' }).click();
  const rows = page.getByRole('list', { name: 'Changes in this group' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(0)).toContainText('Changed a room');
  await expect(rows.nth(0)).toContainText('Token Moodle <script>');
  await expect(rows.nth(1)).toContainText('Created a token');
  await expect(rows.nth(1)).toContainText(`${who.username} (program)`);
  await expectAccessible(page);

  await page.getByLabel('What was changed').selectOption({ label: 'Rooms' });
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('Audit log.jsonl');
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line).action)).toEqual(['updateRoom', 'createRoom']);
  await page.getByLabel('What was changed').selectOption({ label: 'Webhooks' });
  await page.getByRole('status').getByRole('button').click();
  await expect(rows).toHaveCount(4);
});

test('a long log is shown step by step', async ({ page, school: { lectern } }) => {
  const who = await makeSomebody(lectern);
  const api = await clientOf(lectern, who);
  const { id: spaceId } = await api.createSpace({ body: { name: 'Physics 9A' } });
  for (let change = 0; change < 55; change += 1) {
    await api.updateSpace({ spaceId, body: { description: `${change}` } });
  }
  await openSignedIn(page, who, `/groups/${spaceId}/audit`);
  const rows = page.getByRole('list', { name: 'Changes in this group' }).getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(56);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
});
