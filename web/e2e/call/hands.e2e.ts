import type { Browser } from '@playwright/test';
import { PersonPage } from '../testing/person-page.ts';
import { expect, type School, type SchoolRoom, test } from '../testing/school.ts';

/** A moderator and two learners in a call. */
async function three(browser: Browser, school: School, room: SchoolRoom) {
  const [anna, boris, vera] = await Promise.all([
    PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' })),
    PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' })),
    PersonPage.enterQuietly(browser, await school.link(room, { username: 'Vera Kim' })),
  ]);
  return { anna, boris, vera, end: () => Promise.all([anna, boris, vera].map((person) => person.close())) };
}

const raise = /^Raise hand/;
const lower = /^Lower hand/;

/** The names under "Raised hands" in the list of people, in order. */
function line(person: PersonPage) {
  const panel = person.page.getByRole('complementary', { name: 'People' });
  const list = panel
    .getByRole('heading', { name: /^Raised hands/ })
    .locator('xpath=../following-sibling::ul[1]');
  return list.getByRole('listitem');
}

/** Reactions of Boris fly over every stage, and stand still for Vera, who reduces motion. */
async function react(anna: PersonPage, boris: PersonPage, vera: PersonPage): Promise<void> {
  for (const { page } of [anna, boris]) await page.emulateMedia({ reducedMotion: 'no-preference' });
  // The tooltip is not over the reactions that the button opens.
  await boris.button('Reactions').hover();
  const tooltip = boris.page.getByRole('tooltip');
  await expect(tooltip).toBeVisible();
  await boris.button('Reactions').click();
  const applaud = boris.button('Send 👏');
  await expect(applaud).toBeVisible();
  await expect(tooltip).toHaveCount(0);
  const flying = (person: PersonPage) => person.page.locator('[data-flights] > span');
  const [sums, attached] = [vera.page.locator('[data-sums]'), { state: 'attached' } as const];
  // Reactions last for seconds, so wait on all pages at once, from before they begin.
  const seen = Promise.all([
    flying(boris).filter({ hasText: 'You' }).first().waitFor(attached),
    flying(anna).filter({ hasText: '👏Boris Ivanov' }).first().waitFor(attached),
    sums.filter({ hasText: /🎉.*Boris Ivanov/ }).waitFor(attached),
  ]);
  for (let clap = 0; clap < 3; clap += 1) await applaud.click();
  await boris.button('Send 🎉').click();
  await seen;
  await expect(flying(vera)).toHaveCount(0);
  // They disappear by themselves, and are announced once to screen readers.
  await expect(flying(anna)).toHaveCount(0);
  await expect(sums).toHaveCount(0);
  await expect(vera.page.getByText(/^Reactions: .*🎉 1 Boris Ivanov/)).toBeAttached();
  await boris.page.keyboard.press('Escape');
  await expect(applaud).toHaveCount(0);
  await expect(boris.button('Reactions')).toBeFocused();
}

test('hands are in order; a moderator is told and lowers one, then all; newcomers see them; reactions fly', {
  tag: '@main',
}, async ({ browser, school }) => {
  const room = await school.room();
  const { anna, boris, vera, end } = await three(browser, school, room);
  await test.step('reactions', () => react(anna, boris, vera));
  await boris.page.keyboard.press('h');
  await expect(boris.button(lower)).toHaveAttribute('aria-pressed', 'true');
  await expect(anna.text('Boris Ivanov raised a hand')).toBeVisible();
  await vera.button(raise).click();
  await expect(anna.text('Vera Kim and 1 other raised a hand')).toBeVisible();
  await expect(anna.tile('Boris Ivanov').getByLabel('Hand raised, number 1 in line')).toBeVisible();
  await expect(anna.tile('Vera Kim').getByLabel('Hand raised, number 2 in line')).toBeVisible();
  await expect(anna.button('Raise hand, 2 raised hands')).toBeVisible();
  // Every screen names the first one, also a phone without the list of people.
  await vera.page.setViewportSize({ width: 390, height: 844 });
  const first = '2 raised hands, the first one: Boris Ivanov. Show people';
  for (const person of [anna, vera]) await expect(person.button(first)).toBeVisible();
  // It also has what the bar of a wide stage shows.
  await expect(vera.button('3 people are here. Show people')).toBeVisible();
  await expect(vera.page.getByRole('timer', { name: /since the call started/ })).toBeVisible();
  await expect(vera.button(first).getByText('2', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(boris.button('2 raised hands, the first one: You. Show people')).toBeVisible();
  await test.step('on a phone held sideways it takes nothing from the tiles', async () => {
    await vera.page.setViewportSize({ width: 844, height: 390 });
    await expect(vera.button(first).getByText('2', { exact: true })).toBeInViewport({ ratio: 1 });
    const [hand, leave] = await Promise.all([
      vera.button(first).boundingBox(),
      vera.button('Leave').boundingBox(),
    ]);
    expect(hand?.x).toBeGreaterThan((leave?.x ?? 0) + (leave?.width ?? 0));
  });
  await vera.page.setViewportSize({ width: 1280, height: 720 });
  // A raised hand hides no other sign.
  await expect(anna.tile('Boris Ivanov').getByLabel('Microphone off')).toBeVisible();
  await anna.button(first).click();
  // The list shows them now.
  await expect(anna.text('raised a hand')).toHaveCount(0);
  await expect(line(anna)).toHaveText([/Boris Ivanov/, /Vera Kim/]);
  await expect(line(anna).first().getByLabel('Microphone off')).toBeVisible();
  await anna.button('Lower the hand of Boris Ivanov').click();
  await expect(boris.button(raise)).toHaveAttribute('aria-pressed', 'false');
  await expect(boris.text('A moderator lowered your hand.')).toBeVisible();
  await expect(vera.tile('Vera Kim').getByLabel('Hand raised, number 1 in line')).toBeVisible();
  await boris.page.keyboard.press('h');
  await expect(line(anna)).toHaveText([/Vera Kim/, /Boris Ivanov/]);
  await anna.button('Lower hand: Vera Kim').click();
  await expect(line(anna)).toHaveText([/Boris Ivanov/]);
  await vera.button(raise).click();
  await expect(line(anna)).toHaveText([/Boris Ivanov/, /Vera Kim/]);
  // A hand falls when its owner leaves.
  await boris.button('Leave').click();
  await expect(line(anna)).toHaveText([/Vera Kim/]);
  await expect(anna.button('Raised hand: Vera Kim. Show people')).toBeVisible();
  await anna.button('Lower all').click();
  await expect(vera.button(raise)).toHaveAttribute('aria-pressed', 'false');
  await expect(line(anna)).toHaveCount(0);

  // The open list announces a hand in place of the notice: screen readers read only a region that was there before.
  const regions = anna.page.getByRole('complementary', { name: 'People' }).getByRole('status');
  await regions.evaluateAll((all) => {
    for (const region of all) region.setAttribute('data-earlier', '');
  });
  await vera.button(raise).click();
  const announced = regions.filter({ hasText: '1 raised hand' });
  await expect(announced).toHaveAttribute('data-earlier', '');

  // A newcomer sees a hand, which is still up after a reload of its owner.
  await expect(anna.tile('Vera Kim').getByLabel('Hand raised, number 1 in line')).toBeVisible();
  const gleb = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Gleb' }));
  await expect(gleb.tile('Vera Kim').getByLabel('Hand raised, number 1 in line')).toBeVisible();
  await vera.page.reload();
  await vera.enter();
  await expect(vera.button(lower)).toHaveAttribute('aria-pressed', 'true');
  await vera.page.keyboard.press('h');
  await expect(anna.tile('Vera Kim').getByLabel(/^Hand raised/)).toHaveCount(0);
  await gleb.close();
  await end();
});
