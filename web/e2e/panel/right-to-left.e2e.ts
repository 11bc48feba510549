import type { Locator, Page } from '@playwright/test';
import { beSignedIn } from '../testing/panel-page.ts';
import { keepDevicesOff, PersonPage } from '../testing/person-page.ts';
import { expect, type SchoolRoom, test } from '../testing/school.ts';

test.describe.configure({ mode: 'parallel' });

type Screen = { path: (room: SchoolRoom) => string; named: (page: Page) => Locator[] };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();
const groupOf = ({ spaceId }: SchoolRoom): string => `/groups/${spaceId}`;
const roomOf = (room: SchoolRoom): string => `${groupOf(room)}/rooms/${room.id}`;

const ofEverybody: Record<string, Screen> = {
  start: { path: () => '/', named: (page) => [link(page, 'Sign in'), button(page, 'Open')] },
  'sign-in': {
    path: () => '/sign-in',
    named: (page) => [link(page, 'Forgot your password?'), button(page, 'Show password')],
  },
  'entry of a room': {
    path: ({ alias }) => `/room/${alias}`,
    named: (page) => [button(page, 'Join'), page.getByLabel('Your name')],
  },
  'test of devices': { path: () => '/diagnostics', named: (page) => [button(page, 'Start the test')] },
};

const ofPanel: Record<string, Screen> = {
  groups: {
    // A plain address leads on to the only group.
    path: () => '/groups?order=asc',
    named: (page) => [button(page, 'New group'), link(page, 'School')],
  },
  'rooms of a group': {
    path: groupOf,
    named: (page) => [button(page, 'New room'), link(page, 'Algebra'), link(page, 'Enter Algebra')],
  },
  'people of a group': {
    path: (room) => `${groupOf(room)}/people`,
    named: (page) => [button(page, 'Invite'), page.getByRole('combobox', { name: 'Sort order' })],
  },
  'settings of a room': {
    path: (room) => `${roomOf(room)}/general`,
    named: (page) => [link(page, 'Permissions'), link(page, 'School')],
  },
  'links of a room': { path: (room) => `${roomOf(room)}/links`, named: (page) => [link(page, 'Links')] },
  profile: { path: () => '/account', named: (page) => [button(page, 'Change password')] },
  tokens: { path: () => '/account/integration/tokens', named: (page) => [button(page, 'New token')] },
  webhooks: { path: () => '/account/integration/webhooks', named: (page) => [link(page, 'School')] },
};

/** The parts that a person opens in a call, in this order. */
const ofCall: Record<string, { open: (person: PersonPage) => Promise<void>; named: Screen['named'] }> = {
  stage: {
    open: async () => undefined,
    named: (page) => [
      button(page, 'Leave'),
      page.locator('[data-tile^="camera:"]').getByText('Anna Petrova'),
    ],
  },
  people: {
    open: (person) => person.button(/^People/).click(),
    named: (page) => [
      page.getByRole('complementary', { name: 'People' }),
      page.locator('[data-tile^="camera:"]').first(),
    ],
  },
  menu: {
    open: (person) => person.button('More').click(),
    named: (page) => [page.getByRole('menuitem', { name: 'Keyboard shortcuts' })],
  },
};

/** Sets the direction, as Arabic or Hebrew would. */
const turn = (page: Page, direction: 'ltr' | 'rtl'): Promise<void> =>
  page.evaluate((dir) => {
    document.documentElement.dir = dir;
  }, direction);

/** The distances in pixels of start edges from the edge of the window at which lines start. */
async function distances(elements: readonly Locator[], direction: 'ltr' | 'rtl'): Promise<number[]> {
  const edges: number[] = [];
  for (const element of elements) {
    edges.push(
      await element.evaluate((found, dir) => {
        const { left, right } = found.getBoundingClientRect();
        return Math.round(dir === 'ltr' ? left : window.innerWidth - right);
      }, direction),
    );
  }
  return edges;
}

/** Expects the elements where they were, seen in a mirror, and nothing to scroll sideways. */
async function expectMirrored(page: Page, elements: readonly Locator[]): Promise<void> {
  for (const element of elements) await expect(element).toBeVisible();
  // Both directions again each time: widths change until the fonts are there.
  await expect(async () => {
    await turn(page, 'ltr');
    const before = await distances(elements, 'ltr');
    await turn(page, 'rtl');
    const after = await distances(elements, 'rtl');
    for (const [index, distance] of after.entries()) {
      expect(Math.abs(distance - (before[index] ?? 0)), `${elements[index]}`).toBeLessThanOrEqual(2);
    }
  }).toPass();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await turn(page, 'ltr');
}

test('pages mirror when lines run from right to left, icons that point along the line included', async ({
  page,
  school,
}) => {
  const { url, owner } = school.lectern;
  const room = await school.room();
  await keepDevicesOff(page);
  const look = async (screens: Record<string, Screen>): Promise<void> => {
    for (const [name, { path, named }] of Object.entries(screens)) {
      await test.step(name, async () => {
        await page.goto(url + path(room));
        await expectMirrored(page, named(page));
      });
    }
  };
  await look(ofEverybody);
  await beSignedIn(page.context(), url, owner);
  await look(ofPanel);

  await test.step('the arrow between breadcrumbs points to the left', async () => {
    await page.goto(url + roomOf(room));
    await turn(page, 'rtl');
    const arrow = page.getByRole('navigation', { name: 'Breadcrumb' }).locator('svg').first();
    await expect(arrow).toHaveCSS('scale', '-1 1');
  });
});

test('a call mirrors when lines run from right to left', async ({ browser, school }) => {
  const anna = await PersonPage.enterQuietly(
    browser,
    await school.link(await school.room(), { role: 'moderator' }),
  );
  for (const [name, { open, named }] of Object.entries(ofCall)) {
    await test.step(name, async () => {
      await open(anna);
      await expectMirrored(anna.page, named(anna.page));
    });
  }
  await anna.close();
});
