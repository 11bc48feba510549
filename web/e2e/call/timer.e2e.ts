import type { Locator } from '@playwright/test';
import { coversNothing } from '../testing/covers-nothing.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

const clockOf = (person: PersonPage): Locator => person.page.getByRole('timer', { name: 'Time left' });

async function openDialog(person: PersonPage): Promise<Locator> {
  await person.button('More').click();
  await person.page.getByRole('menuitem', { name: 'Set a timer' }).click();
  const dialog = person.page.getByRole('dialog', { name: 'Timer for everyone' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('a moderator sets a timer, which everybody sees, also after a reload; it is extended, stopped, and over once', async ({
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
  await expect(boris.page.getByRole('menuitem', { name: 'Full screen' })).toBeVisible();
  await expect(boris.page.getByRole('menuitem', { name: 'Set a timer' })).toHaveCount(0);
  await boris.page.keyboard.press('Escape');

  const dialog = await openDialog(anna);
  const own = dialog.getByRole('textbox', { name: 'Your own time, in minutes' });
  await own.fill('181');
  await own.press('Enter');
  await expect(dialog).toContainText('Enter a whole number from 1 to 180');
  await anna.page.screenshot({ path: info.outputPath('dialog.png') });
  await dialog.getByRole('button', { name: '5 minutes', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(anna.button('More')).toBeFocused();
  for (const person of [anna, boris]) {
    await expect(clockOf(person)).toHaveText(/^(5:00|4:\d\d)$/);
    await coversNothing(person, clockOf(person));
    await expect(person.page.getByText('Timer: 5 min left')).toBeAttached();
  }
  await expect(boris.button('Stop the timer')).toHaveCount(0);
  await anna.button('Add a minute to the timer').click();
  for (const person of [anna, boris]) await expect(clockOf(person)).toHaveText(/^(6:00|5:\d\d)$/);
  await anna.page.screenshot({ path: info.outputPath('running.png') });
  await boris.page.screenshot({ path: info.outputPath('running-phone.png') });
  await anna.button('Stop the timer').click();
  for (const person of [anna, boris]) await expect(clockOf(person)).toHaveCount(0);
  await expect(boris.page.getByText('The timer was stopped.')).toBeAttached();

  // A moderator on a phone has the buttons, too.
  await anna.page.setViewportSize({ width: 390, height: 844 });
  const again = await openDialog(anna);
  await anna.page.screenshot({ path: info.outputPath('dialog-phone.png') });
  await again.getByRole('textbox').fill('1');
  await again.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(clockOf(boris)).toHaveText(/^(1:00|0:\d\d)$/);
  await coversNothing(anna, clockOf(anna));
  await coversNothing(anna, anna.button('Stop the timer'));
  await anna.page.screenshot({ path: info.outputPath('moderator-phone.png') });
  await anna.page.setViewportSize({ width: 844, height: 390 });
  await coversNothing(anna, clockOf(anna));
  await anna.button('Stop the timer').click({ trial: true });
  await anna.page.screenshot({ path: info.outputPath('moderator-sideways.png') });
  await anna.page.setViewportSize({ width: 390, height: 844 });
  await boris.page.reload();
  await boris.enter();
  const vera = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Vera Kim' }));
  const all = [anna, boris, vera];
  for (const person of all) await expect(clockOf(person)).toHaveText(/^0:\d\d$/);
  // The end is a minute after the start.
  const over = { timeout: 65_000 };
  await Promise.all(all.map((person) => expect(person.text('Time is up.')).toBeVisible(over)));
  await boris.page.screenshot({ path: info.outputPath('over-phone.png') });
  for (const person of all) {
    await expect(clockOf(person)).toHaveCount(0);
    await expect(person.text('Time is up.')).toHaveCount(1);
  }
  await Promise.all(all.map((person) => person.close()));
});
