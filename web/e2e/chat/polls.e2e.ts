import type { Browser } from '@playwright/test';
import { patient } from '../../../server/testing/patience.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { expectStatesSeen } from '../testing/forced-colors.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, type School, type SchoolRoom, test } from '../testing/school.ts';

/** A person in the call who asks or answers. */
class Voter {
  readonly person: PersonPage;

  constructor(person: PersonPage) {
    this.person = person;
  }

  static async enter(browser: Browser, link: string): Promise<Voter> {
    return new Voter(await PersonPage.enterQuietly(browser, link));
  }

  get page() {
    return this.person.page;
  }

  get panel() {
    return this.page.getByRole('complementary', { name: 'Polls' });
  }

  card(question: string) {
    return this.panel.getByRole('article', { name: question });
  }

  /** The accessible name of one option's bar. */
  bar(question: string, option: string) {
    return this.card(question).getByRole('listitem').filter({ hasText: option });
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: /^Polls/ }).click();
    await expect(this.panel).toBeVisible();
  }

  async make(question: string, options: readonly string[], right?: number): Promise<void> {
    await this.panel.getByRole('button', { name: 'New poll' }).click();
    await this.panel.getByLabel('Question').fill(question);
    for (const [index, option] of options.entries()) {
      if (index > 1) await this.panel.getByRole('button', { name: 'Add answer' }).click();
      await this.panel.getByRole('textbox', { name: `Answer ${index + 1}` }).fill(option);
    }
    if (right === undefined) return;
    await this.panel.getByRole('switch', { name: 'Mark correct answers (quiz)' }).check({ force: true });
    await this.panel.getByRole('checkbox', { name: `Answer ${right} is correct` }).check();
  }

  async press(name: string): Promise<void> {
    await this.panel.getByRole('button', { name, exact: true }).click();
  }

  async vote(question: string, option: string): Promise<void> {
    const card = this.card(question);
    await card
      .getByRole('radio', { name: option })
      .or(card.getByRole('checkbox', { name: option }))
      .check();
    await this.card(question).getByRole('button', { name: 'Vote', exact: true }).click();
  }

  async act(question: string, action: string, answer: string): Promise<void> {
    await this.panel.getByRole('button', { name: `More actions for the poll: ${question}` }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
    await this.person.answer(answer);
  }

  close = (): Promise<void> => this.person.close();
}

async function two(browser: Browser, school: School, room: SchoolRoom): Promise<[Voter, Voter]> {
  return Promise.all([
    Voter.enter(browser, await school.link(room, { role: 'moderator' })),
    Voter.enter(browser, await school.link(room, { username: 'Boris Ivanov' })),
  ]);
}

test('a moderator asks, everybody votes once, and the result shows the right answers; a poll is written by keyboard; an open question collects answers', {
  tag: '@main',
}, async ({ browser, school }) => {
  const room = await school.room();
  const [anna, boris] = await two(browser, school, room);
  const question = 'Which number is prime?';
  await anna.open();
  await expect(anna.panel.getByText('No polls yet')).toBeVisible();
  await anna.make(question, ['21', '23', '27'], 2);
  await expectStatesSeen(anna.page);
  await anna.press('Start now');
  await expect(boris.person.text(`New poll: ${question}`)).toBeVisible();
  await expect(boris.person.button('Polls, 1')).toBeVisible();
  await boris.open();
  await expect(boris.person.button('Polls')).toBeVisible();
  await expect(boris.panel.getByText('Correct answer')).toHaveCount(0);
  await expectStatesSeen(boris.page);
  await boris.vote(question, '23');
  await expect(boris.bar(question, '23')).toContainText('100%, 1 vote. Your choice');
  await expect(boris.card(question).getByRole('button', { name: 'Vote', exact: true })).toHaveCount(0);
  await expect(anna.bar(question, '23')).toContainText('100%, 1 vote');
  await anna.press('Vote yourself');
  await anna.vote(question, '21');
  await expect(boris.bar(question, '21')).toContainText('50%, 1 vote');
  // The moderator is none of those who are asked.
  for (const voter of [anna, boris]) await expect(voter.card(question)).toContainText('1 of 1 answered');
  await expect(boris.panel.getByText('Correct answer')).toHaveCount(0);
  await anna.press('End poll');
  await anna.person.answer('Cancel');
  await expect(anna.card(question)).toContainText('Running');
  await anna.press('End poll');
  await anna.person.answer('End poll');
  await expect(boris.card(question)).toContainText('Ended');
  await expect(boris.bar(question, '23')).toContainText('Your choice. Correct answer');
  await boris.page.reload();
  await boris.person.enter();
  await boris.open();
  await expect(boris.bar(question, '23')).toContainText('50%, 1 vote. Your choice. Correct answer');
  await anna.act(question, 'Delete', 'Delete');
  await expect(boris.panel.getByText('No polls yet')).toBeVisible();

  await test.step('a poll is written by keyboard and by dragging, saved, and started later', async () => {
    await anna.press('New poll');
    await expect(anna.panel.getByLabel('Question')).toBeFocused();
    await anna.press('Save for later');
    await expect(anna.panel.getByText('Enter a question')).toBeVisible();
    await expect(anna.panel.getByText('Enter at least two answers')).toBeVisible();
    await anna.press('Yes / No');
    await expect(anna.panel.getByRole('textbox', { name: 'Answer 2' })).toHaveValue('No');
    await expect(anna.panel.getByRole('button', { name: 'A / B / C / D' })).toBeDisabled();
    await anna.panel.getByRole('textbox', { name: 'Answer 1' }).fill('');
    await anna.panel.getByRole('textbox', { name: 'Answer 2' }).fill('');
    await anna.press('Back to polls');
    await expect(anna.person.button('New poll')).toBeFocused();
    await anna.make('Tea or coffee?', ['Tea', 'Coffee', 'Water']);
    const answers = anna.panel.getByRole('textbox', { name: /^Answer/ });
    const reads = () => answers.evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value));
    await anna.panel.getByRole('button', { name: /^Move answer 1/ }).focus();
    await anna.page.keyboard.press('ArrowDown');
    await anna.page.keyboard.press('ArrowDown');
    await expect.poll(reads).toEqual(['Coffee', 'Water', 'Tea']);
    const last = await answers.last().boundingBox();
    await anna.panel.getByRole('button', { name: /^Move answer 1/ }).hover();
    await anna.page.mouse.down();
    await anna.page.mouse.move(last?.x ?? 0, (last?.y ?? 0) + 20, { steps: 10 });
    await anna.page.mouse.up();
    await expect.poll(reads).toEqual(['Water', 'Tea', 'Coffee']);
    await anna.press('Remove answer 3');
    await anna.press('Save for later');
    await expect(anna.card('Tea or coffee?').getByRole('listitem')).toHaveText(['Water', 'Tea']);
    await expect(boris.panel.getByText('No polls yet')).toBeVisible();
    await anna.press('Start');
    await expect(boris.card('Tea or coffee?').getByRole('radio')).toHaveCount(2);
    // A poll that another moderator prepares appears for moderators only.
    const other = await school.chatting(room, { role: 'moderator' });
    const options = [{ option: 'Yes' }, { option: 'No' }];
    await other.createPoll({ body: { channelId: room.channelId, question: 'Milk?', options } });
    await expect(anna.card('Milk?')).toContainText('Not started');
    await expect(boris.panel.getByText('Milk?')).toHaveCount(0);
    // A person with the polls open gets no notice of what they see anyway.
    await expect(boris.person.text('New poll: Tea or coffee?')).toHaveCount(0);
  });

  await test.step('an open question collects answers', async () => {
    await anna.make('What was hard?', []);
    await anna.page.getByRole('tab', { name: /^People/ }).click();
    await anna.page.getByRole('tab', { name: 'Polls' }).click();
    await expect(anna.panel.getByLabel('Question')).toHaveValue('What was hard?');
    // A small phone has less space than the form: its parts keep theirs.
    await anna.page.setViewportSize({ width: 320, height: 568 });
    await expect(anna.panel.getByText('Open answer')).toBeInViewport({ ratio: 1 });
    // A phone held sideways has no height for fixed buttons.
    await anna.page.setViewportSize({ width: 844, height: 390 });
    const question = anna.panel.getByRole('textbox', { name: 'Question' });
    await question.scrollIntoViewIfNeeded();
    await expect(question).toBeInViewport({ ratio: 1 });
    await anna.page.setViewportSize({ width: 1280, height: 720 });
    await anna.panel.getByText('Open answer').click();
    await anna.press('Start now');
    await boris.press('Send');
    await expect(boris.panel.getByText('Enter an answer')).toBeVisible();
    await boris.panel.getByRole('textbox', { name: 'Your answer' }).fill('  The fractions  ');
    await boris.press('Send');
    for (const voter of [anna, boris]) {
      await expect(voter.card('What was hard?').getByRole('listitem')).toHaveText(
        /Boris Ivanov.*The fractions/,
      );
    }
    await expect(boris.card('What was hard?')).toContainText('Your answer was sent');
  });
  await Promise.all([anna.close(), boris.close()]);
});

test('hidden results of a quiz: learners see them at the end, moderators see who answered what', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const [[anna, boris], vera] = await Promise.all([
    two(browser, school, room),
    Voter.enter(browser, await school.link(room, { username: 'Vera Kim' })),
  ]);
  const question = 'Which number is prime?';
  await anna.open();
  await anna.make(question, ['21', '23'], 2);
  await anna.panel.getByRole('switch', { name: 'Hide results until the poll ends' }).check({ force: true });
  await anna.press('Save for later');
  await anna.panel.getByRole('button', { name: `More actions for the poll: ${question}` }).click();
  await anna.page.getByRole('menuitem', { name: 'Edit' }).click();
  await anna.panel.getByRole('textbox', { name: 'Answer 1' }).fill('22');
  await anna.press('Save');
  await anna.press('Start');
  await Promise.all([boris.open(), vera.open()]);
  await expect(boris.panel.getByText('Moderators can see what you chose.')).toBeVisible();
  await boris.vote(question, '23');
  await expect(anna.card(question)).toContainText('1 of 2 answered');
  await anna.press('Who answered what');
  await expect(anna.panel.getByText('Not answered yet: Vera Kim')).toBeVisible();
  await vera.vote(question, '22');
  await expect(anna.panel.getByText('Not answered yet')).toHaveCount(0);
  await expect(boris.card(question).getByText('Results appear when the poll ends.')).toBeVisible();
  await expect(boris.card(question)).toContainText('2 of 2 answered');
  await expect(boris.card(question)).not.toContainText('%');
  await expect(anna.bar(question, '23')).toContainText('50%, 1 vote');
  const rows = anna.panel.getByRole('table', { name: question }).locator('tbody tr');
  await expect(rows).toHaveText([/Boris Ivanov.*23/, /Vera Kim.*22/]);
  await expect(rows.first().getByLabel('Correct answer')).toBeVisible();
  await expect(anna.panel.getByText('1 of 2 answered correctly')).toBeVisible();
  await expectAccessible(anna.page, ['light', 'dark']);
  await anna.press('End poll');
  await anna.person.answer('End poll');
  await expect(boris.bar(question, '23')).toContainText('50%, 1 vote. Your choice. Correct answer');
  await anna.press('Ask again');
  await expect(vera.panel.getByRole('article', { name: question })).toHaveCount(2);
  await expect(vera.panel.getByRole('button', { name: 'Vote', exact: true })).toBeVisible();
  await Promise.all([anna, boris, vera].map((voter) => voter.close()));
});

/** A poll that a moderator without a page runs. */
async function runPoll(school: School, room: SchoolRoom, question: string) {
  const { channelId } = room;
  const moderator = await school.chatting(room, { role: 'moderator' });
  const options = [{ option: 'Yes' }, { option: 'No' }];
  const { id } = await moderator.createPoll({ body: { channelId, question, options } });
  const { options: answers } = await moderator.startPoll({ pollId: id });
  return {
    votes: async () => (await moderator.getPoll({ pollId: id })).options.map(({ votesCount }) => votesCount),
    vote: (index: number) => moderator.votePoll({ body: { ids: [answers[index]?.id ?? ''] } }),
    end: () => moderator.stopPoll({ pollId: id }),
  };
}

test('a running poll is shown in the chat; a person who was away can vote, and no vote counts twice', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const boris = await Voter.enter(browser, await school.link(room, { username: 'Boris Ivanov' }));
  const poll = await runPoll(school, room, 'Ready?');
  await boris.page.getByRole('button', { name: /^Chat/ }).click();
  const card = boris.page.getByRole('region', { name: /^A poll is running/ });
  await expect(card).toContainText('Ready?');
  await test.step('on a phone held sideways it is one line, so that messages keep their space', async () => {
    await boris.page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(async () => (await card.boundingBox())?.height ?? 99).toBeLessThanOrEqual(50);
    await boris.page.setViewportSize({ width: 1280, height: 800 });
  });
  await card.getByRole('button', { name: 'Answer' }).click();
  await boris.vote('Ready?', 'Yes');
  await boris.page.getByRole('tab', { name: 'Chat' }).click();
  await expect(card.getByRole('button', { name: 'Results' })).toBeVisible();
  await poll.end();
  await expect(card).toHaveCount(0);

  await test.step('a person who was away', async () => {
    const poll = await runPoll(school, room, 'Once more?');
    await boris.page.getByRole('tab', { name: /^Polls/ }).click();
    await boris.page.context().setOffline(true);
    await boris.vote('Once more?', 'No');
    await expect(
      boris.panel.getByText('Something went wrong. Check your connection and try again.'),
    ).toBeVisible();
    await expect(boris.panel.getByText('Reconnecting. Results may be out of date.')).toBeVisible({
      timeout: patient(60_000),
    });
    await poll.vote(0);
    await boris.page.context().setOffline(false);
    await expect(boris.panel.getByText('Reconnecting. Results may be out of date.')).toBeHidden({
      timeout: patient(30_000),
    });
    await boris.card('Once more?').getByRole('button', { name: 'Vote', exact: true }).click();
    await expect(boris.bar('Once more?', 'No')).toContainText('50%, 1 vote. Your choice');
    await expect(boris.bar('Once more?', 'Yes')).toContainText('50%, 1 vote');
    expect(await poll.votes()).toEqual([1, 1]);
  });
  await boris.close();
});
