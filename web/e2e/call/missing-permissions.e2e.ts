import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import config, { allowDevices, browserArguments } from '../playwright.config.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { expect, test } from '../testing/school.ts';

/** A name that browsers do not count as local: its pages over plain http are not secure. */
const plainHost = 'meet.test';

test.use({
  launchOptions: {
    ...config.use?.launchOptions,
    args: [...browserArguments, allowDevices, `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`],
  },
});
const notice = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** Runs in the page: the test answers the dialog in which a person chooses a screen. */
function answerDialogs(): void {
  navigator.mediaDevices.getDisplayMedia = async () => {
    const answer = await new Promise<string>((resolve) => {
      Object.assign(window, { answerDialog: resolve });
    });
    throw new DOMException(answer, 'NotAllowedError');
  };
}

/** A refusal by the system is shown; a closed dialog is not. */
async function refuseScreen(person: PersonPage): Promise<void> {
  const shareAndAnswer = async (answer: string) => {
    await person.button('Share screen').click();
    await expect(person.button('Share screen')).toBeDisabled();
    await person.page.evaluate(
      (text) => (window as unknown as { answerDialog: (text: string) => void }).answerDialog(text),
      answer,
    );
    await expect(person.button('Share screen')).toBeEnabled();
  };
  await shareAndAnswer('Permission denied');
  await expect(person.text('does not allow screen sharing')).toHaveCount(0);
  await shareAndAnswer('Permission denied by system');
  await expect(notice(person.page, 'The browser or the system blocks screen sharing.')).toBeVisible();
}

test('over plain http the room opens with chat and sound, and says what is missing; a refusal by the system is shown', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const boris = await PersonPage.openPrepared(
    browser,
    await school.link(room, { username: 'Boris Ivanov' }),
    async (page) => void (await page.addInitScript(answerDialogs)),
  );
  await boris.enter();
  await boris.button('Turn on microphone').click();
  const link = (await school.link(room)).replace('127.0.0.1', plainHost);
  const anna = await PersonPage.open(browser, link);
  const { page } = anna;
  expect(await page.evaluate(() => [window.isSecureContext, 'randomUUID' in crypto])).toEqual([false, false]);
  await expect(anna.text('The browser does not allow the camera or microphone on this page')).toBeVisible();
  await anna.enter();
  await anna.hears();
  await anna.button('Turn on camera').click();
  await expect(notice(page, 'The browser does not allow the camera on a page without https.')).toBeVisible();
  await anna.button('Share screen').click();
  await expect(notice(page, 'The browser allows screen sharing only on a page with https.')).toBeVisible();
  await expectAccessible(page, ['dark', 'light']);
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: 'Message everyone' }).fill('I hear you');
  await page.keyboard.press('Enter');
  await boris.page.keyboard.press('c');
  await expect(boris.page.getByRole('article').filter({ hasText: 'I hear you' })).toBeVisible();
  await anna.close();
  await test.step('a refusal by the system', () => refuseScreen(boris));
  await boris.close();
});

test('in a frame without display-capture the button says why the screen cannot be shared', async ({
  page,
  school,
}) => {
  const link = await school.link(await school.room());
  await keepDevicesOff(page);
  const around = `<iframe src="${link}" allow="camera; microphone" width="1200" height="760"></iframe>`;
  const lms = createServer((_, response) => response.setHeader('content-type', 'text/html').end(around));
  await once(lms.listen(0, '127.0.0.1'), 'listening');
  await page.goto(`http://localhost:${(lms.address() as AddressInfo).port}/course`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Join' }).click();
  const button = frame.getByRole('button', { name: 'Share screen' });
  const reason = 'The site around this page does not allow screen sharing.';
  await expect(button).toHaveAttribute('aria-description', new RegExp(`^${reason}`));
  await button.click();
  await expect(frame.getByRole('status').filter({ hasText: reason })).toBeVisible();
  lms.close();
});
