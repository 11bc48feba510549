import type { Locator } from '@playwright/test';
import { expectAccessible } from '../testing/account-page.ts';
import { Chatter } from '../testing/chatter.ts';
import { PersonPage } from '../testing/person-page.ts';
import { saveChat } from '../testing/saved-chat.ts';
import { expect, test } from '../testing/school.ts';
import { atEachWidth } from '../testing/widths.ts';

const quadratic = String.raw`x_{1,2}=\frac{-b\pm\sqrt{b^2-4ac}}{2a}`;
const long = Array.from({ length: 40 }, (_, index) => `a_{${index}}`).join('+');
const hostile = [
  String.raw`$$\def\a#1{#1#1#1#1#1#1#1#1}\a{\a{\a{\a{\a{\a{\a{\a{x}}}}}}}}$$`,
  String.raw`$$\href{javascript:alert(1)}{x}$$`,
  `$$${'\\sqrt{'.repeat(150)}x${'}'.repeat(150)}$$`,
];

/** Whether the whole of one box lies in another, but for the pixel of a rounding. */
async function isWithin(inner: Locator, outer: Locator): Promise<boolean> {
  const [a, b] = [await inner.boundingBox(), await outer.boundingBox()];
  if (!a || !b) return false;
  return a.x >= b.x - 1 && a.x + a.width <= b.x + b.width + 1 && a.width > 0 && a.height > 0;
}

test('formulas in the chat: typed until the library is there, then drawn, scrolled, copied and saved as typed', {
  tag: '@main',
}, async ({ browser, school }) => {
  test.slow();
  const room = await school.room();
  const { channelId } = room;
  const anna = await school.chatting(room, { role: 'moderator' });
  const send = (text: string) => anna.sendMessage({ body: { channelId, text } });
  const boris = new Chatter(
    await PersonPage.enterQuietly(browser, await school.link(room, { username: 'Boris Ivanov' })),
  );
  const { page, list } = boris;
  const maths = list.locator('math');
  const asked: string[] = [];
  let sendLibrary = (): void => undefined;
  const library = new Promise<void>((resolve) => {
    sendLibrary = resolve;
  });
  await page.route(/\/formula-view-[^/]*\.js$/, async (route) => {
    asked.push(route.request().url());
    await library;
    await route.continue();
  });

  await test.step('a message without a formula loads nothing; a formula stands as typed until the library is there', async () => {
    await boris.open();
    await send('Tickets cost $5 or $6, the hotel is $$ to $$$');
    await expect(list).toContainText('the hotel is $$ to $$$');
    expect(asked).toEqual([]);
    await send(`Remember $$${quadratic}$$, please`);
    await expect(boris.texts.last()).toHaveText(`Remember $$${quadratic}$$, please`);
    await expect.poll(() => asked.length).toBe(1);
    await expect(maths).toHaveCount(0);
    sendLibrary();
    await expect(maths).toHaveCount(1);
    await expect(maths.locator('mfrac msqrt')).toHaveCount(1);
  });

  await test.step('a block is drawn in display form; what is no formula, or a hostile one, stands as typed', async () => {
    await send(`\`\`\`math\n${quadratic}\n\`\`\``);
    await expect(list.locator('math[display="block"] mfrac')).toHaveCount(1);
    await send(hostile.join(' '));
    await expect(list).toContainText(hostile[1] ?? '');
    await expect(maths).toHaveCount(2);
    await expect(list.locator('a, img')).toHaveCount(0);
  });

  await test.step('at each width a formula lies in its message, and a long one scrolls in it', async () => {
    await send(`$$${long}$$`);
    const box = list.getByRole('group', { name: 'Formula' });
    const check = async (): Promise<void> => {
      await expect(box).toBeVisible();
      expect(await isWithin(box, list)).toBe(true);
      expect(await isWithin(maths.first(), list)).toBe(true);
      await box.evaluate((one) => {
        one.scrollLeft = 0;
      });
      await box.press('ArrowRight');
      await expect.poll(() => box.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
      expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true);
    };
    await atEachWidth(page, check);
    await page.setViewportSize({ width: 320, height: 700 });
    await check();
    await page.setViewportSize({ width: 1440, height: 844 });
    await expectAccessible(page, ['dark', 'light']);
  });

  await test.step('a copied selection and the saved chat contain what was typed', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = async (text: Locator): Promise<string> => {
      await text.evaluate((one) => getSelection()?.selectAllChildren(one));
      await page.keyboard.press('ControlOrMeta+c');
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const message = boris.message('Remember');
    await expect(message).toBeVisible();
    expect(await copied(message.locator('p'))).toBe(`Remember $$${quadratic}$$, please`);
    const { text } = await saveChat(page);
    expect(text).toContain(`Remember $$${quadratic}$$, please\n`);
    expect(text).toContain(`$$${long}$$\n`);
  });
  await boris.close();
});
