import { makeTimedWebinar } from '../../../server/testing/webinars/timed-webinar.ts';
import { insertSession } from '../../../server/testing/webinars/watchable.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { beSignedIn } from '../testing/panel-page.ts';
import { expect, test } from '../testing/school.ts';
import { WebinarPage } from '../testing/webinar-page.ts';

test('viewers ask, a moderator answers for everyone or for one, and the report keeps all questions', async ({
  browser,
  studio,
}, info) => {
  test.slow();
  const webinar = await makeTimedWebinar(studio, { seconds: 90, isPublic: false });
  const { spaceId, playbackId } = webinar;
  const { lectern, database } = studio;
  const owner = lectern.client(lectern.owner.personalToken);
  const { startDate, id: sessionId } = await insertSession(database.db, webinar, { begunAgo: 2 });
  // The session stays open on a slow machine, too.
  await database.db
    .updateTable('playback_sessions')
    .set({ end_date: new Date(startDate.getTime() + 900_000) })
    .where('id', '=', sessionId)
    .execute();
  const enter = async (username: string, role: 'user' | 'moderator', width: number) => {
    const body = { username, role, email: `${username.toLowerCase()}@example.org` } as const;
    const { url } = await owner.generateAccess({ spaceId, roomId: playbackId, body });
    const visitor = new WebinarPage(await browser.newPage({ viewport: { width, height: 844 } }));
    await visitor.page.goto(url);
    await visitor.page.getByRole('button', { name: 'Join' }).click();
    await visitor.page.getByRole('tab', { name: 'Questions' }).click();
    const panel = visitor.page.getByRole('complementary', { name: 'Questions' });
    const card = (text: string) => panel.getByRole('article').filter({ hasText: text });
    return { ...{ visitor, page: visitor.page, panel, card } };
  };
  const [anna, boris, olga] = await Promise.all([
    enter('Anna', 'user', 390),
    enter('Boris', 'user', 1440),
    enter('Olga', 'moderator', 1440),
  ]);
  await anna.visitor.waitUntilInStep(startDate);
  await expect(anna.panel.getByText('No questions yet')).toBeVisible();
  const ask = async (text: string) => {
    await anna.panel.getByRole('textbox', { name: 'Your question' }).fill(text);
    await anna.panel.getByRole('button', { name: 'Send question' }).click();
    await expect(anna.card(text)).toContainText('Sent. The moderators see it.');
  };
  await ask('Is the exam in the same room?');
  await ask('May I use a calculator?');
  await ask('This was a mistake');
  await anna
    .card('This was a mistake')
    .getByRole('button', { name: /^Withdraw/ })
    .click();
  await expect(anna.card('This was a mistake')).toHaveCount(0);
  await ask('Who made the video?');
  await test.step('on the smallest phone the questions keep their space between the video and the form', async () => {
    await anna.page.setViewportSize({ width: 320, height: 568 });
    await expect(anna.panel.getByRole('button', { name: 'Send question' })).toBeInViewport({ ratio: 1 });
    const list = anna.panel.getByRole('list', { name: 'Questions' });
    await expect.poll(async () => (await list.boundingBox())?.height ?? 0).toBeGreaterThan(130);
    await anna.page.setViewportSize({ width: 390, height: 844 });
  });

  await expect(olga.card('Is the exam in the same room?')).toContainText('Anna');
  await expect(olga.page.getByRole('tab', { name: /3 open questions/ })).toBeVisible();
  await olga.page.screenshot({ path: info.outputPath('moderator.png') });
  const answer = async (question: string, text: string, isForEveryone: boolean) => {
    const card = olga.card(question);
    await card.getByRole('button', { name: 'Answer the question of Anna' }).click();
    await card.getByRole('textbox', { name: 'Answer to Anna' }).fill(text);
    if (!isForEveryone) {
      await card.getByRole('switch', { name: 'Show to everyone' }).uncheck({ force: true });
    }
    await card.getByRole('button', { name: 'Send answer' }).click();
    await expect(card).toContainText(text);
  };
  await answer('Is the exam in the same room?', 'Yes, in room 12.', true);
  await answer('May I use a calculator?', 'You may, as agreed.', false);
  await olga
    .card('Who made the video?')
    .getByRole('button', { name: /^Actions/ })
    .click();
  await olga.page.getByRole('menuitem', { name: 'Dismiss' }).click();
  await expect(olga.panel.getByText('No open questions.')).toBeVisible();

  await expect(boris.card('Is the exam in the same room?')).toContainText('Yes, in room 12.');
  await expect(boris.panel.getByRole('article')).toHaveCount(1);
  await expect(anna.card('May I use a calculator?')).toContainText('Answer, only for you');
  await expect(anna.card('Who made the video?')).toContainText('Not answered');
  for (const { page } of [anna, olga]) {
    await expectAccessible(page, ['phone', 'light']);
  }
  await anna.page.screenshot({ path: info.outputPath('viewer.png') });

  await test.step('an answer that is changed reaches a viewer who looks at the chat, as a number', async () => {
    await boris.page.getByRole('tab', { name: 'Chat' }).click();
    await olga
      .card('Is the exam')
      .getByRole('button', { name: /^Actions/ })
      .click();
    await olga.page.getByRole('menuitem', { name: 'Change answer' }).click();
    await olga.panel.getByRole('textbox', { name: 'Answer to Anna' }).fill('No, in room 14.');
    await olga.panel.getByRole('button', { name: 'Send answer' }).click();
    const tab = boris.page.getByRole('tab', { name: /1 new answer/ });
    await tab.click();
    await expect(boris.card('Is the exam')).toContainText('No, in room 14.');
    await expect(boris.page.getByRole('tab', { name: 'Questions', exact: true })).toBeVisible();
  });

  await test.step('where the chat is off, questions are off', async () => {
    await olga.page.getByRole('tab', { name: 'Chat' }).click();
    await olga.visitor.chat.getByRole('button', { name: 'Chat settings' }).click();
    await olga.page.getByRole('menuitemcheckbox', { name: 'Allow messages' }).click();
    await expect(anna.panel.getByText('Questions are off, like the chat.')).toBeVisible();
    await expect(anna.panel.getByRole('textbox')).toHaveCount(0);
  });
  for (const { page } of [anna, boris, olga]) await page.close();

  await test.step('the report of the session lists all questions with the people who asked', async () => {
    const page = await browser.newPage();
    await beSignedIn(page.context(), lectern.url, lectern.owner);
    await page.goto(`${lectern.url}/groups/${spaceId}/webinars/${playbackId}/sessions/${sessionId}`);
    const list = page.getByRole('list', { name: 'Questions' });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(list).toContainText('anna@example.org');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/Questions.*\.csv$/);
    await page.screenshot({ path: info.outputPath('report.png'), fullPage: true });
    await page.close();
  });
});
