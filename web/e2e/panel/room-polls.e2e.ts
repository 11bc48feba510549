import { expectAccessible } from '../testing/account-page.ts';
import { answer, beSignedIn, hostileName } from '../testing/panel-page.ts';
import { expect, type SchoolRoom, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

const pathOf = ({ spaceId, id: roomId }: SchoolRoom) => ({ spaceId, roomId });

test('polls are prepared on the page of the room: written, changed, ordered, deleted and exported', async ({
  page,
  school,
}) => {
  const room = await school.room();
  const at = pathOf(room);
  await beSignedIn(page.context(), school.lectern.url, school.lectern.owner);
  await page.goto(school.panelOf(room, 'polls'));
  await expect(page.getByText('No prepared polls')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const make = async (question: string, ...options: string[]): Promise<void> => {
    await page.getByRole('button', { name: 'New poll' }).click();
    await dialog.getByLabel('Question').fill(question);
    for (const [index, option] of options.entries()) {
      await dialog.getByRole('textbox', { name: `Answer ${index + 1}` }).fill(option);
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await page.getByRole('button', { name: 'New poll' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a question')).toBeVisible();
  await expect(dialog.getByText('Enter at least two answers')).toBeVisible();
  await page.keyboard.press('Escape');
  await make('Ready?', 'Yes', 'No');
  await make(hostileName, 'Yes', 'No');
  const rows = page.getByRole('list', { name: 'Prepared' }).getByRole('listitem');
  await expect(rows).toHaveText([/Ready\?.*One choice.*2 answers/, /evil/]);
  await page.getByRole('button', { name: 'Edit: Ready?' }).click();
  await dialog.getByText('Multiple choice', { exact: true }).click();
  await dialog.getByRole('switch', { name: /^Hide results/ }).check({ force: true });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rows.first()).toHaveText(/Multiple choice.*Results hidden/);
  await page.getByRole('button', { name: /^Move: Ready/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows).toHaveText([/evil/, /Ready\?/]);
  await expect
    .poll(async () =>
      (await school.client.listRoomPolls(at)).items.map(({ question }) => question.slice(0, 5)),
    )
    .toEqual([hostileName.slice(0, 5), 'Ready']);
  await expectAccessible(page);
  await rows
    .first()
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await answer(page, 'Cancel');
  await rows
    .first()
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await answer(page, 'Delete');
  await expect(rows).toHaveText([/Ready\?/]);

  const teacher = await school.chatting(room, { role: 'moderator' });
  const [poll] = await teacher.listPolls({ query: { channelId: room.channelId } });
  await teacher.startPoll({ pollId: poll?.id ?? '' });
  const pupil = await school.chatting(room, { username: 'Boris Ivanov' });
  await pupil.votePoll({ body: { ids: [poll?.options[0]?.id ?? ''] } });
  await page.reload();
  await page.getByText('1 answer', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Ready?' })).toContainText('Boris IvanovYes');
  await expect(page.getByRole('button', { name: 'Ask again: Ready?' })).toHaveCount(0);
  await teacher.stopPoll({ pollId: poll?.id ?? '' });
  await page.reload();
  await page.getByRole('button', { name: 'Ask again: Ready?' }).click();
  await expect(page.getByText('Added to the prepared polls. Start it in the call.')).toBeVisible();
  await expect(rows).toHaveText([/Ready\?.*Multiple choice.*2 answers.*Results hidden/]);
  await expectAccessible(page, ['light', 'dark']);
  await page.getByRole('button', { name: 'Download the poll answers' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Algebra polls .*\.xlsx$/);
});
