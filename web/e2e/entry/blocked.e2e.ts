import config, { browserArguments } from '../playwright.config.ts';
import { expect, test } from '../testing/school.ts';

// A browser that denies every permission.
test.use({
  launchOptions: { ...config.use?.launchOptions, args: [...browserArguments, '--deny-permission-prompts'] },
});

test('a person who blocked the devices sees how to allow them, and may enter without', {
  tag: '@main',
}, async ({ page, school }) => {
  const room = await school.room();
  await page.goto(await school.link(room));
  const help = page.getByRole('status').filter({ hasText: 'Camera and microphone are blocked' });
  await expect(help).toContainText('Click the icon to the left of the address');
  await expect(help.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn on camera' })).toBeVisible();

  await test.step('a phone says it in one line, which opens the help', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await expect(page.getByRole('button', { name: 'Join' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Your name')).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Camera and microphone are blocked' }).click();
    const dialog = page.getByRole('dialog', { name: 'Devices' });
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  const entered = page.waitForResponse((answer) => answer.url().endsWith('/participants'));
  await page.getByRole('button', { name: 'Join' }).click();
  expect((await entered).status()).toBe(201);
  await expect(page.getByRole('button', { name: 'Join' })).toHaveCount(0);
});
