import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { Lectern } from '../../../server/testing/lectern.ts';
import { expectStatesSeen } from './forced-colors.ts';
import { beSignedIn } from './panel-page.ts';
import { waitUntilDrawn } from './widths.ts';

export type Somebody = {
  id: string;
  email: string;
  password: string;
  username: string;
  /** The address of the account's server. */
  url: string;
};

let made = 0;

/** Creates an account without groups. */
export async function makeSomebody(lectern: Lectern, username = 'Vera Sokolova'): Promise<Somebody> {
  made += 1;
  const account = {
    email: `somebody-${process.pid}-${made}@example.org`,
    password: 'a quiet place to learn',
    username,
  };
  const { id } = await lectern.client(lectern.owner.clientToken).createUser({ body: account });
  return { id, url: lectern.url, ...account };
}

/** Signs in on the page or dialog that asks for it. */
export async function writeSignIn(page: Page, { email, password }: Pick<Somebody, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens a page with the cookies of a signed-in account. */
export async function openSignedIn(page: Page, who: Somebody, path = '/account'): Promise<void> {
  await beSignedIn(page.context(), who.url, who);
  await page.goto(`${who.url}${path}`);
}

/** The looks in which every page is checked; a page is left in the last one. */
const looks = {
  phone: { colorScheme: 'dark', width: 360, height: 740 },
  dark: { colorScheme: 'dark', width: 1280, height: 800 },
  light: { colorScheme: 'light', width: 1280, height: 800 },
} as const;

/** Waits until the page has taken on the look. Pages of ours say when; those of the documentation know in the next frame. */
async function lookLike(page: Page, name: keyof typeof looks): Promise<void> {
  const { colorScheme, ...size } = looks[name];
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize(size);
  const html = page.locator('html');
  if ((await html.getAttribute('data-mantine-color-scheme')) !== null) {
    await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
  await waitUntilDrawn(page);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules whose result depends on the colours only; the others give the same for the same width. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Checks the current look: axe finds nothing serious, and nothing is wider than the screen. */
async function faultsOf(page: Page, rules: string[] | undefined) {
  // Load axe once, because loading it takes as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // Wait until no colour fades any more. The promise `finished` is not awaited: in Chromium that of a transition
  // which another one replaced may never settle.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => !(animation instanceof CSSTransition) || animation.playState !== 'running'),
  );
  return page.evaluate(async (only) => {
    const { run } = (window as unknown as { axe: typeof import('axe-core') }).axe;
    const { violations } = await run(document, {
      resultTypes: ['violations'],
      // Off by default: people who control the page by voice say what they see.
      ...(!only && { rules: { 'label-content-name-mismatch': { enabled: true } } }),
      ...(only && { runOnly: { type: 'rule', values: only } }),
    });
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const { scrollWidth, clientWidth } = document.documentElement;
    return {
      faults: grave.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) })),
      isTooWide: scrollWidth > clientWidth,
    };
  }, rules);
}

type Look = keyof typeof looks;
const everyLook = Object.keys(looks) as Look[];

/**
 * Checks the open page in every look, because opening it takes longer than checking it, and the states of its controls
 * in forced colours.
 */
export async function expectAccessible(page: Page, inLooks: readonly Look[] = everyLook): Promise<void> {
  let width = 0;
  for (const name of inLooks) {
    await lookLike(page, name);
    const found = await faultsOf(page, looks[name].width === width ? ofColours : undefined);
    expect({ look: name, ...found }).toEqual({ look: name, faults: [], isTooWide: false });
    width = looks[name].width;
  }
  await expectStatesSeen(page);
}
