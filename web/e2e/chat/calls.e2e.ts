import { Chatter } from '../testing/chatter.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

const pageSizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test('the chat of a room goes on from call to call with a line at each; new guests see none of the earlier calls', async ({
  browser,
  school,
}) => {
  test.slow();
  const room = await school.room();
  const anna = await Chatter.enter(browser, await school.link(room, { role: 'moderator' }));
  const boris = await Chatter.enter(browser, await school.link(room, { username: 'Boris Ivanov' }));
  await boris.write('My mark is a two');
  await anna.reads('My mark is a two');
  await anna.person.button('Leave').click();
  await anna.page.getByRole('menuitem', { name: 'End for everyone' }).click();
  await anna.person.answer('End the call');
  await expect(boris.person.heading('The call has ended')).toBeVisible();

  for (const { person } of [anna, boris]) {
    await person.button('Rejoin').click();
    await person.enter();
  }
  await anna.open();
  await expect(anna.panel.getByText('These messages are from earlier calls.')).toBeVisible();
  await anna.write('Good morning');
  await expect(anna.panel.getByText('These messages are from earlier calls.')).toHaveCount(0);
  await expect(anna.panel.getByText(/^This call, since /)).toBeVisible();
  await boris.open();
  await boris.reads('My mark is a two', 'Good morning');

  const vera = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Vera Kim' }));
  for (const size of pageSizes) {
    await vera.page.setViewportSize(size);
    await vera.page.reload();
    await vera.button('Rejoin').click();
    await vera.isIn();
    const reader = new Chatter(vera);
    await reader.open();
    await reader.reads('Good morning');
    await expect(reader.panel.getByText(/^This call|earlier calls/)).toHaveCount(0);
  }
  await Promise.all([anna, boris].map(({ person }) => person.close()));
  await vera.close();
});
