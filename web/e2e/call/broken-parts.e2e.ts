import type { Page } from '@playwright/test';
import { waitUntil } from '../../../server/testing/wait.ts';
import { expectAccessible } from '../testing/account-page.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { expect, type School, test } from '../testing/school.ts';

/** An attribute and a part of its value: the component that renders it throws, as by a fault of ours. */
type Spot = readonly [attribute: string, value: string];

function throwAtSpot(): void {
  const { setAttribute } = Element.prototype;
  Element.prototype.setAttribute = function (name: string, value: string): void {
    const [attribute, text = ''] = (window as { spot?: Spot }).spot ?? [];
    if (name === attribute && String(value).includes(text))
      throw new TypeError('Anna Petrova wrote a secret');
    setAttribute.call(this, name, value);
  };
}

/** The chat is the first in the call that listens to the network; the call itself comes later. */
function failAtFirstOnline(): void {
  const { addEventListener } = window;
  window.addEventListener = function (this: Window, ...given: Parameters<typeof addEventListener>): void {
    if (given[0] === 'online') {
      window.addEventListener = addEventListener;
      throw new TypeError('the chat is broken');
    }
    addEventListener.apply(window, given);
  } as typeof addEventListener;
}

const failAtSpots = async (page: Page): Promise<void> => void (await page.addInitScript(throwAtSpot));

const breakAt = (page: Page, spot: Spot | undefined) =>
  page.evaluate((next) => Object.assign(window, { spot: next }), spot);

const broken = (page: Page, sentence: string) => page.getByRole('alert').filter({ hasText: sentence });

/** True if the focus is at the alert or, if that is gone, inside the call. A dialog is rendered elsewhere. */
function hasFocus(around: Element): boolean {
  const place = around.isConnected ? around : document.querySelector('[data-stage]');
  const { activeElement } = document;
  return Boolean(place?.contains(activeElement) || activeElement?.closest('[role="dialog"]'));
}

/** The reports that the server received, by part. */
function reportsIn({ lectern }: School): Record<string, unknown>[] {
  const lines = lectern.output().split('\n');
  return lines
    .filter((line) => line.includes('a page reported an error'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

type Case = {
  part: string;
  spot: Spot;
  sentence: string;
  /** Opens the part. */
  open: (anna: PersonPage, others: { boris: PersonPage; knock: () => Promise<unknown> }) => Promise<unknown>;
  /** The element that is visible when the part works again. */
  works: (page: Page) => ReturnType<Page['locator']>;
  /** Checks the replacement while the part is broken. */
  meanwhile?: (anna: PersonPage, boris: PersonPage) => Promise<unknown>;
  close?: (anna: PersonPage) => Promise<unknown>;
};

/** The bar that replaces the broken one turns the microphone on and off, for the others too. */
async function speakAndMute(anna: PersonPage, boris: PersonPage): Promise<void> {
  const muted = boris.tile('Anna Petrova').getByRole('img', { name: 'Microphone off' });
  await expect(muted).toBeVisible();
  await anna.button('Turn on microphone').click();
  await expect(muted).toBeHidden();
  await anna.button('Turn off microphone').click();
  await expect(muted).toBeVisible();
}

const pressEscape = ({ page }: PersonPage) => page.keyboard.press('Escape');

const cases: Case[] = [
  {
    part: 'chat',
    spot: ['aria-label', 'Message everyone'],
    sentence: 'The chat does not work. Everything else continues.',
    open: ({ page }) => page.keyboard.press('c'),
    works: (page) => page.getByRole('textbox', { name: 'Message everyone' }),
  },
  {
    part: 'polls',
    spot: ['class', 'tabler-icon-plus'],
    sentence: 'The polls do not work.',
    open: ({ page }) => page.getByRole('tab', { name: 'Polls' }).click(),
    works: (page) => page.getByRole('button', { name: 'New poll' }),
  },
  {
    part: 'people',
    spot: ['aria-label', 'More actions for Boris Ivanov'],
    sentence: 'The list of people does not work.',
    open: ({ page }) => page.getByRole('tab', { name: /^People/ }).click(),
    works: (page) => page.getByRole('button', { name: 'More actions for Boris Ivanov' }),
  },
  {
    part: 'waiting',
    spot: ['aria-label', 'Admit Vera'],
    sentence: 'The waiting room cannot be shown.',
    open: (_, { knock }) => knock(),
    works: (page) => page.getByRole('complementary').getByRole('button', { name: 'Admit Vera' }),
    close: pressEscape,
  },
  {
    part: 'stage',
    spot: ['aria-label', 'Unpin Boris Ivanov'],
    sentence: 'Video cannot be shown. Everything else continues.',
    open: async (anna) => {
      await anna.tile('Boris Ivanov').hover();
      await anna.button('Pin Boris Ivanov').click();
    },
    works: (page) => page.getByRole('button', { name: 'Unpin Boris Ivanov' }).first(),
  },
  {
    part: 'gestures',
    spot: ['class', 'flight'],
    sentence: 'Raised hands and reactions do not work.',
    open: async ({ page }, { boris }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await boris.button('Reactions').click();
      await boris.button('Send 🎉').click();
    },
    works: (page) => page.locator('[data-flights]'),
  },
  {
    part: 'notices',
    spot: ['data-kind', 'hand-raised'],
    sentence: 'Notices cannot be shown.',
    open: async ({ page }, { boris }) => {
      // Beside the list of people there are no notices of hands.
      const close = page.getByRole('complementary').getByRole('button', { name: 'Close', exact: true });
      if (await close.isVisible()) await close.click();
      await boris.page.keyboard.press('h');
    },
    works: (page) => page.getByText('Boris Ivanov raised a hand'),
  },
  {
    part: 'recording',
    spot: ['class', 'mantine-Radio'],
    sentence: 'The recording status cannot be shown.',
    open: ({ page }) => page.keyboard.press('r'),
    works: (page) => page.getByRole('radio').first(),
    close: pressEscape,
  },
  {
    part: 'controls',
    spot: ['aria-expanded', 'true'],
    sentence: 'The call controls do not work.',
    open: ({ page }) => page.locator('#call-chat-button').click(),
    works: (page) => page.locator('#call-chat-button[aria-expanded="true"]'),
    meanwhile: speakAndMute,
  },
];

/** A broken button leaves the other ones, of the bar and of the panel; the chat is open. */
async function breakButtons(anna: PersonPage): Promise<void> {
  await breakAt(anna.page, ['aria-label', 'Turn off microphone']);
  await anna.button('Turn on microphone').click();
  const instead = anna.button('The call controls do not work. Try again');
  await expect(instead).toBeVisible();
  await expect(anna.button('Turn on camera')).toBeVisible();
  await instead.click();
  await expect(instead).toBeFocused();
  await breakAt(anna.page, undefined);
  await instead.click();
  await expect(anna.button('Turn off microphone')).toBeVisible();
  await expect(anna.page.getByRole('region', { name: 'Call controls' })).toBeFocused();

  await anna.page.getByRole('tab', { name: /^People/ }).click();
  await breakAt(anna.page, ['aria-label', 'Chat settings']);
  await anna.page.getByRole('tab', { name: /^Chat/ }).click();
  const tools = anna.button('The chat does not work. Try again');
  await expect(tools).toBeVisible();
  await breakAt(anna.page, undefined);
  await anna.page.getByRole('tab', { name: /^People/ }).click();
  await anna.page.getByRole('tab', { name: /^Chat/ }).click();
  await expect(anna.button('Chat settings')).toBeVisible();

  await breakAt(anna.page, ['role', 'menuitemradio']);
  await anna.button('Choose camera').click();
  const settings = anna.button('The settings cannot be shown. Try again');
  await expect(settings).toBeVisible();
  await expectAccessible(anna.page, ['dark', 'light']);
  await breakAt(anna.page, undefined);
  await settings.click();
  await anna.button('Choose camera').click();
  await expect(anna.page.getByRole('menuitemradio').first()).toBeVisible();
}

test('a broken part leaves the call and all other parts unchanged, a broken button all other buttons', async ({
  browser,
  school,
}) => {
  test.slow();
  const room = await school.room({ waitingRoomAudience: 'guests' });
  const anna = await PersonPage.openPrepared(
    browser,
    await school.link(room, { role: 'moderator' }),
    failAtSpots,
  );
  await anna.enter();
  const boris = await PersonPage.enter(
    browser,
    await school.link(room, { role: 'moderator', username: 'Boris Ivanov' }),
  );
  await anna.seesAndHears();
  const knock = async () =>
    school.lectern.client().createParticipant({
      spaceId: room.spaceId,
      body: { roomId: room.id, clientUniqueId: 'browser of Vera', name: 'Vera' },
    });
  for (const { part, spot, sentence, open, works, meanwhile, close } of cases) {
    await test.step(part, async () => {
      await breakAt(anna.page, spot);
      await open(anna, { boris, knock });
      const alert = broken(anna.page, sentence);
      await expect(alert).toBeVisible();
      await expect(anna.button('Leave')).toBeVisible();
      await meanwhile?.(anna, boris);
      const around = await alert.locator('..').evaluateHandle((element) => element);
      await breakAt(anna.page, undefined);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(works(anna.page)).toBeVisible();
      await expect.poll(() => around.evaluate(hasFocus), 'the focus stays where the part is').toBe(true);
      await expect(anna.page.getByRole('alert')).toHaveCount(0);
      await close?.(anna);
    });
  }
  await anna.hears();
  const parts = cases.map((one) => one.part).sort();
  await waitUntil(() => new Set(reportsIn(school).map(({ part }) => part)).size >= parts.length, {
    timeout: 20_000,
    message: () => `a report of every part: ${JSON.stringify(reportsIn(school))}`,
  });
  const reports = reportsIn(school);
  expect(reports.map(({ part }) => part).sort()).toEqual(parts);
  for (const { frames } of reports) expect((frames as string[])[0]).toMatch(/^[\w.-]+\.js:\d+:\d+$/);
  expect(JSON.stringify(reports)).not.toMatch(/secret|Petrova|Boris|accessToken|http/);
  await boris.close();
  await test.step('buttons', () => breakButtons(anna));
  await anna.close();
});

test('a chat that cannot be opened causes one message, leaves the call, and is opened again', async ({
  browser,
  school,
}) => {
  const room = await school.room();
  const boris = await PersonPage.enter(browser, await school.link(room, { username: 'Boris Ivanov' }));
  const anna = await PersonPage.openPrepared(browser, await school.link(room), async (page) => {
    await page.addInitScript(failAtFirstOnline);
  });
  await anna.enter();
  await anna.seesAndHears();
  const alert = broken(
    anna.page,
    'The chat, polls, raised hands, waiting room and recording status do not work. The call continues.',
  );
  await expect(alert).toBeVisible();
  await expect(anna.page.getByRole('alert')).toHaveCount(1);
  await anna.button('Turn on microphone').click();
  await expect(anna.button('Turn off microphone')).toBeVisible();
  await anna.page.keyboard.press('p');
  await expect(anna.page.getByRole('complementary').getByText('Boris Ivanov')).toBeVisible();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
  await anna.button(/^Raise hand/).click();
  await expect(boris.tile('Anna Petrova').getByLabel('Hand raised, number 1 in line')).toBeVisible();
  await anna.page.getByRole('tab', { name: /^Chat/ }).click();
  await anna.page.getByRole('textbox', { name: 'Message everyone' }).fill('Here again');
  await anna.page.keyboard.press('Enter');
  await boris.page.keyboard.press('c');
  await expect(boris.page.getByRole('complementary').getByText('Here again')).toBeVisible();
  await Promise.all([anna.close(), boris.close()]);
});

test('the form and the preview of the entry page fail separately', { tag: '@main' }, async ({
  page,
  school,
}) => {
  const room = await school.room();
  await failAtSpots(page);
  await keepDevicesOff(page);
  await page.addInitScript(() => Object.assign(window, { spot: ['aria-label', 'Turn on camera'] }));
  await page.goto(room.url);
  const alert = broken(page, 'The camera preview does not work.');
  await expect(alert).toBeVisible();
  await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  await expectAccessible(page, ['phone', 'dark', 'light']);
  await breakAt(page, undefined);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Turn on camera' })).toBeVisible();
});
