import type { Page, Route } from '@playwright/test';
import { patient } from '../../../server/testing/patience.ts';
import { PersonPage } from '../testing/person-page.ts';
import { pressInChatSettings } from '../testing/saved-chat.ts';
import { expect, test } from '../testing/school.ts';

const total = 100_000;

/** The nth message of a long channel. */
const messageAt = (number: number) => ({
  id: String(number),
  text: `number ${number}${number % 3 === 0 ? ', with a few words more so that it takes a second line' : ''}`,
  type: 'user',
  userId: String(5 + (Math.floor(number / 4) % 3)),
  createdAt: new Date(1_700_000_000_000 + number * 30_000).toISOString(),
  meta: null,
  seq: number,
});

const messagesFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => messageAt(first + index));

/** Answers the pages of a channel that would take hours to write; everything else is the real server. */
async function fill(page: Page): Promise<void> {
  await page.route('**/channels/join', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), seq: total, messages: messagesFrom(total - 49, total) };
    await route.fulfill({ response, json });
  });
  await page.route('**/messages-pinned/channel/*', (route) =>
    route.fulfill({ json: [{ id: '1', channelId: '1', messageId: '1', message: messageAt(1) }] }),
  );
  await page.route('**/channels/*/messages?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const last = Number(query.get('before')) - 1;
    const first = query.has('until') ? Math.max(Number(query.get('until')), last - 999) : last - 49;
    return route.fulfill({ json: messagesFrom(Math.max(1, first), last) });
  });
}

/** Scrolls so many pixels a frame, and returns the largest number of messages rendered at once. */
const scroll = (list: Element, step: number): Promise<number> =>
  new Promise((resolve) => {
    const box = list.parentElement;
    let [frames, most] = [0, 0];
    const next = (): void => {
      most = Math.max(most, list.querySelectorAll('article').length);
      box?.scrollBy(0, step);
      frames += 1;
      if (frames < 120) requestAnimationFrame(next);
      else resolve(most);
    };
    requestAnimationFrame(next);
  });

test('a hundred thousand messages: the list scrolls to the first one as fast as a hundred would; saving them shows its progress, and why it failed', async ({
  browser,
  school,
}) => {
  const person = await PersonPage.open(browser, await school.link(await school.room({ type: 'webinar' })));
  await fill(person.page);
  await person.enter();
  await person.page.keyboard.press('c');
  const panel = person.page.getByRole('complementary', { name: 'Chat' });
  const list = panel.getByRole('list', { name: 'Messages' });
  await expect(list.getByText(`number ${total}`, { exact: true })).toBeVisible();
  await test.step('a saving that fails says why; it is repeated, shows its progress and is cancelled', async () => {
    const cut = (route: Route): Promise<void> => route.abort();
    await person.page.route('**/channels/*/messages?*', cut);
    await pressInChatSettings(person.page, 'Save chat');
    await expect(panel.getByText('Chat not saved: no connection to the server.')).toBeVisible();
    await person.page.unroute('**/channels/*/messages?*', cut);
    await panel.getByRole('status').getByRole('button', { name: 'Try again' }).click();
    await expect(panel.getByText('Loading all messages to save them…')).toBeVisible();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel.getByText('Loading all messages to save them…')).toHaveCount(0);
  });
  await panel
    .getByRole('region', { name: /^Pinned/ })
    .getByRole('button')
    .click();
  await expect(list.getByText('number 1', { exact: true })).toBeVisible({ timeout: patient(120_000) });
  for (const step of [60, 600]) {
    // The cost of a frame is the number of rendered rows, however long the conversation is.
    expect(await list.evaluate(scroll, step)).toBeLessThan(80);
  }
  await panel.getByRole('button', { name: 'Go to the newest message' }).click();
  await expect(list.getByText(`number ${total}`, { exact: true })).toBeVisible();
  await person.close();
});
