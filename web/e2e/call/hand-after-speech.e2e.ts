import { patient } from '../../../server/testing/patience.ts';
import { speechFiles, withoutWhisper } from '../../../server/testing/speech/weights.ts';
import config, { allowDevices, browserArguments } from '../playwright.config.ts';
import { PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

const speech = speechFiles()?.speech;

test.use({
  launchOptions: {
    ...config.use?.launchOptions,
    // The microphone says the speech again and again.
    args: [...browserArguments, allowDevices, `--use-file-for-fake-audio-capture=${speech}`],
  },
});

test('a hand goes down once its owner has spoken for ten seconds', async ({ browser, school }, info) => {
  info.skip(!speech, withoutWhisper);
  const room = await school.room();
  const anna = await PersonPage.enterQuietly(browser, await school.link(room, { role: 'moderator' }));
  const boris = await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' }));
  await boris.page.keyboard.press('h');
  const hand = anna.tile('Boris Ivanov').getByLabel('Hand raised, number 1 in line');
  await expect(hand).toBeVisible();
  const spokeFrom = Date.now();
  await boris.button('Turn on microphone').click();
  await expect(anna.tile('Boris Ivanov').locator('[data-speaking]')).toHaveCount(1);
  await expect(hand).toBeVisible();
  await expect(boris.text('Your hand was lowered because you spoke.')).toBeVisible({
    timeout: patient(60_000),
  });
  expect(Date.now() - spokeFrom).toBeGreaterThan(10_000);
  await expect(boris.button(/^Raise hand/)).toHaveAttribute('aria-pressed', 'false');
  await expect(hand).toHaveCount(0);
  // Nobody else lowered it.
  await expect(boris.text('A moderator lowered your hand.')).toHaveCount(0);
  await Promise.all([anna.close(), boris.close()]);
});
