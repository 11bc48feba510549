import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { Lectern } from '../../server/testing/lectern.ts';
import { beSignedIn } from './panel-page.ts';

export type Somebody = {
  id: string;
  email: string;
  password: string;
  username: string;
  /** Of the server on which the account is. */
  url: string;
};

let made = 0;

/** An account of a person who is nobody in particular yet. */
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

/** Signs in by the page that asks for it, wherever it stands. */
export async function writeSignIn(page: Page, { email, password }: Pick<Somebody, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Opens a page of somebody who signed in already. */
export async function openSignedIn(page: Page, who: Somebody, path = '/account'): Promise<void> {
  await beSignedIn(page.context(), who.url, who);
  await page.goto(`${who.url}${path}`);
}

/** The looks in which every page has to be right; the last is the one that a page is left in. */
const looks = {
  phone: { colorScheme: 'dark', width: 360, height: 740 },
  dark: { colorScheme: 'dark', width: 1280, height: 800 },
  light: { colorScheme: 'light', width: 1280, height: 800 },
} as const;

/** Waits until the page has taken on the look, where it is one of ours (the documentation is not). */
async function lookLike(page: Page, name: keyof typeof looks): Promise<void> {
  const { colorScheme, ...size } = looks[name];
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize(size);
  const html = page.locator('html');
  if ((await html.getAttribute('data-mantine-color-scheme')) !== null) {
    await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules whose result depends on the colours alone; the others give the same where the width is the same. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** Nothing that axe calls serious, and nothing wider than the screen, as the page looks now. */
async function faultsOf(page: Page, rules: string[] | undefined) {
  // Reading axe in costs as much as a look with it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // Colours that still fade into the new look are nobody's to judge. The promise `finished` is not waited for:
  // in Chromium that of a transition which another one replaced may never settle.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => !(animation instanceof CSSTransition) || animation.playState !== 'running'),
  );
  return page.evaluate(async (only) => {
    const { run } = (window as unknown as { axe: typeof import('axe-core') }).axe;
    const { violations } = await run(document, {
      resultTypes: ['violations'],
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

/** The page as it stands, in every look: coming to it costs more than looking at it. */
export async function expectAccessible(page: Page, inLooks: readonly Look[] = everyLook): Promise<void> {
  let width = 0;
  for (const name of inLooks) {
    await lookLike(page, name);
    const found = await faultsOf(page, looks[name].width === width ? ofColours : undefined);
    expect({ look: name, ...found }).toEqual({ look: name, faults: [], isTooWide: false });
    width = looks[name].width;
  }
}
