import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

test('people with a camera come first, others keep their places, and people without video can be hidden', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const anna = await PersonPage.enterQuietly(browser, await school.link(room));
  const tiles = anna.page.locator('[data-tile^="camera:"]');
  await anna.page.setViewportSize({ width: 1440, height: 900 });
  await expect(anna.text('Nobody else is here yet')).toBeVisible();
  const boris = await school.person(room, 'Boris');
  await expect(tiles).toHaveCount(2);
  const vera = await school.person(room, 'Vera');
  await expect(tiles).toHaveCount(3);
  const gleb = await school.person(room, 'Gleb');
  await expect(tiles).toHaveText([/Anna/, /Boris/, /Vera/, /Gleb/]);
  await vera.publish('camera');
  await expect(tiles).toHaveText([/Anna/, /Vera/, /Boris/, /Gleb/]);
  await gleb.publish('camera');
  await expect(tiles).toHaveText([/Anna/, /Vera/, /Gleb/, /Boris/]);

  const hide = anna.page.getByRole('menuitemcheckbox', { name: 'Hide people without video' });
  await anna.button('More').click();
  await hide.click();
  await anna.page.keyboard.press('Escape');
  await expect(tiles).toHaveText([/Anna/, /Vera/, /Gleb/]);
  await expect(anna.button(/1 more person/)).toBeVisible();
  await anna.page.setViewportSize({ width: 390, height: 844 });
  await expect(tiles).toHaveText([/Vera/, /Gleb/, /Anna/]);
  await anna.button(/1 more person/).click();
  await expect(anna.page.getByRole('complementary', { name: 'People' })).toBeVisible();

  await anna.button('Close').click();
  await Promise.all([boris.leave(), vera.leave(), gleb.leave()]);
  await expect(anna.text('Nobody else is here now')).toBeVisible();
  await anna.close();
});
