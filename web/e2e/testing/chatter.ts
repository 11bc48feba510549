import { type Browser, expect, type Locator } from '@playwright/test';
import { PersonPage } from './person-page.ts';

/** A person in the call with the chat open. */
export class Chatter {
  readonly person: PersonPage;

  constructor(person: PersonPage) {
    this.person = person;
  }

  static async enter(browser: Browser, link: string): Promise<Chatter> {
    const chatter = new Chatter(await PersonPage.enterQuietly(browser, link));
    await chatter.open();
    return chatter;
  }

  get page() {
    return this.person.page;
  }

  get panel() {
    return this.page.getByRole('complementary', { name: 'Chat' });
  }

  get field() {
    return this.panel.getByRole('textbox', { name: 'Message everyone' });
  }

  get list() {
    return this.panel.getByRole('list', { name: 'Messages' });
  }

  /** The texts of all messages, from the oldest to the newest. */
  get texts() {
    return this.list.getByRole('article').locator('p');
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: /^Chat/ }).click();
    await expect(this.field).toBeVisible();
  }

  async write(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  message(text: string): Locator {
    return this.list.getByRole('article').filter({ hasText: text });
  }

  /** Clicks a button of a message's tools. */
  async tool(text: string, name: string | RegExp): Promise<void> {
    // A pending message has no tools yet.
    await expect(this.message(text)).not.toHaveAttribute('aria-busy', 'true');
    await this.message(text).hover();
    await this.message(text).getByRole('button', { name, exact: true }).click();
  }

  async choose(text: string, item: string): Promise<void> {
    await this.tool(text, /^More actions for/);
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  /** Toggles a setting, and waits until the server has it, so that it applies to the next message. */
  async setting(name: string): Promise<void> {
    await this.panel.getByRole('button', { name: 'Chat settings' }).click();
    const saved = this.page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await this.page.getByRole('menuitemcheckbox', { name }).click();
    await saved;
    await this.page.keyboard.press('Escape');
  }

  async reads(...texts: string[]): Promise<void> {
    await expect(this.texts).toHaveText(texts);
  }

  /** All texts from the first to the last, collected by scrolling, because only visible rows are rendered. */
  async scrolledTexts(): Promise<string[]> {
    const found = new Map<number, string>();
    const seeAndScroll = (list: Element): [[number, string][], boolean] => {
      const items = [...list.querySelectorAll<HTMLElement>('li[data-index]')];
      const box = list.parentElement;
      const isAtTop = (box?.scrollTop ?? 0) <= 0;
      box?.scrollBy(0, -200);
      return [
        items.map((item) => [Number(item.dataset.index), item.querySelector('p')?.innerText ?? '']),
        isAtTop,
      ];
    };
    for (let isAtTop = false; !isAtTop; ) {
      const [items, isThere] = await this.list.evaluate(seeAndScroll);
      for (const [index, text] of items) found.set(index, text);
      isAtTop = isThere && found.has(0);
    }
    return [...found].sort(([a], [b]) => a - b).map(([, text]) => text);
  }

  close = (): Promise<void> => this.person.close();
}
