import type { Locator } from '@playwright/test';
import { coversNothing } from '../testing/covers-nothing.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

const peopleOf = ({ page }: PersonPage): Locator => page.getByRole('complementary', { name: 'People' });
const countsOf = (person: PersonPage): Locator =>
  peopleOf(person).getByRole('list', { name: 'Feedback' }).getByRole('listitem');
const rowOf = (person: PersonPage, name: string): Locator =>
  peopleOf(person).getByRole('listitem').filter({ hasText: name });
const choice = ({ page }: PersonPage, name: string): Locator =>
  page.getByRole('group', { name: 'Feedback' }).getByRole('button', { name });

async function chooseOnPhone(person: PersonPage, answer: string): Promise<void> {
  await person.button('More').click();
  await person.page.getByRole('menuitemcheckbox', { name: answer, exact: true }).click();
}

test('answers are counted for everybody, also after a reload; a moderator clears them and turns them off', async ({
  browser,
  school,
}, info) => {
  const room = await school.room();
  const [anna, boris] = await Promise.all([
    PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' })),
    PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' })),
  ]);
  await anna.page.setViewportSize({ width: 1440, height: 900 });
  await boris.page.setViewportSize({ width: 390, height: 844 });
  await boris.button('More').click();
  await boris.page.screenshot({ path: info.outputPath('menu-phone.png') });
  await boris.page.keyboard.press('Escape');
  await chooseOnPhone(boris, 'Yes');
  const own = boris.button('Your answer: Yes. Take it back');
  await coversNothing(boris, own);
  await expect(boris.page.getByRole('status').filter({ hasText: 'Your answer: Yes' })).toBeAttached();
  await boris.page.screenshot({ path: info.outputPath('own-phone.png') });
  await test.step('the bar of a phone held sideways has it in its one line, also beside a raised hand', async () => {
    await boris.page.keyboard.press('h');
    await expect(boris.button('Lower hand')).toBeVisible();
    const count = boris.button('2 people are here. Show people');
    for (const viewport of [
      { width: 844, height: 390 },
      // The screens of phones share no screen, so at 568 px they have a button less than this browser.
      { width: 640, height: 360 },
    ]) {
      await boris.page.setViewportSize(viewport);
      await expect
        .poll(async () => ((await own.boundingBox())?.y ?? 0) - ((await count.boundingBox())?.y ?? 1))
        .toBe(0);
    }
    await boris.page.keyboard.press('h');
    await boris.page.setViewportSize({ width: 390, height: 844 });
  });
  const chip = anna.button('Feedback: Yes 1. Show people');
  await coversNothing(anna, chip);
  await chip.click();
  await expect(countsOf(anna)).toHaveText(['Yes 1']);
  await expect(rowOf(anna, 'Boris Ivanov')).toContainText('Yes');
  await test.step('beside a raised hand the name keeps its line', async () => {
    await boris.page.keyboard.press('h');
    await expect(
      rowOf(anna, 'Boris Ivanov').getByRole('button', { name: 'Lower the hand of Boris Ivanov' }),
    ).toBeVisible();
    const name = rowOf(anna, 'Boris Ivanov').getByText('Boris Ivanov', { exact: true });
    await expect.poll(async () => (await name.boundingBox())?.height ?? 99).toBeLessThan(30);
    await boris.page.keyboard.press('h');
  });
  await test.step('the longest answer fits into its frame on the narrowest phone', async () => {
    const narrow = await browser.newContext({ locale: 'ru-RU', viewport: { width: 320, height: 568 } });
    const page = await narrow.newPage();
    await keepDevicesOff(page);
    await page.goto(await school.link(room, { username: 'Vera' }));
    await page.getByRole('button', { name: 'Войти' }).click();
    await page.getByRole('button', { name: 'Ещё' }).click();
    const slower = page.getByRole('menuitemcheckbox', { name: 'Медленнее' });
    const words = slower.getByText('Медленнее');
    const [inner, outer] = await Promise.all([words.boundingBox(), slower.boundingBox()]);
    expect((inner?.width ?? 99) + 8).toBeLessThanOrEqual(outer?.width ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await narrow.close();
  });

  await test.step('a button of the reactions says which answer is given', async () => {
    await anna.button('Reactions').click();
    await expect(choice(anna, 'Faster')).toHaveAttribute('aria-pressed', 'false');
    await choice(anna, 'Faster').click();
    await expect(choice(anna, 'Faster')).toHaveAttribute('aria-pressed', 'true');
    await expect(countsOf(anna)).toHaveText(['Yes 1', 'Faster 1']);
    await choice(anna, 'Slower').click();
    await expect(choice(anna, 'Faster')).toHaveAttribute('aria-pressed', 'false');
    await expect(countsOf(anna)).toHaveText(['Yes 1', 'Slower 1']);
    await anna.page.screenshot({ path: info.outputPath('popover.png') });
    await anna.page.keyboard.press('Escape');
    await expect(anna.button('Reactions. Your answer: Slower')).toBeFocused();
  });

  await test.step('a reload keeps the answer, and everybody sees the counts', async () => {
    await boris.page.reload();
    await boris.enter();
    await expect(own).toBeVisible();
    await boris.button('2 people are here. Show people').click();
    await expect(countsOf(boris)).toHaveText(['Yes 1', 'Slower 1']);
    await expect(rowOf(boris, 'Boris Ivanov')).toContainText('Yes');
    await expect(boris.button('Clear all')).toHaveCount(0);
    await boris.page.screenshot({ path: info.outputPath('people-phone.png') });
    await boris.page.keyboard.press('Escape');
  });

  await test.step('a press on the own answer takes it back', async () => {
    await own.click();
    await expect(own).toHaveCount(0);
    await expect(countsOf(anna)).toHaveText(['Slower 1']);
    await chooseOnPhone(boris, 'No');
    await expect(countsOf(anna)).toHaveText(['No 1', 'Slower 1']);
  });

  await anna.button('Clear all').click();
  await expect(peopleOf(anna).getByRole('heading', { name: 'People' })).toBeFocused();
  await expect(countsOf(anna)).toHaveCount(0);
  await expect(boris.button(/^Your answer/)).toHaveCount(0);
  await expect(anna.button('Reactions')).toBeVisible();

  await test.step('it is off with the reactions', async () => {
    await chooseOnPhone(boris, 'Slower');
    await expect(countsOf(anna)).toHaveText(['Slower 1']);
    await anna.button('Permissions').click();
    await anna.page.getByRole('switch', { name: 'Send reactions' }).click();
    await expect(boris.button(/^Your answer/)).toHaveCount(0);
    await boris.button('More').click();
    await expect(boris.text('Reactions are turned off in this room.')).toBeVisible();
    await expect(boris.page.getByRole('menuitemcheckbox', { name: 'Yes', exact: true })).toHaveCount(0);
  });
  await Promise.all([anna, boris].map((person) => person.close()));
});
