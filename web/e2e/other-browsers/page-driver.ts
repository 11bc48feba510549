import { waitUntil } from '../../../server/testing/wait.ts';

/** A page of a browser that Playwright does not drive. */
export interface DrivenPage {
  goto(url: string): Promise<void>;
  evaluate<Result>(work: () => Result): Promise<Awaited<Result>>;
  /** Clicks on the control with this name as a mouse does; fails if there is none. */
  click(name: string): Promise<void>;
  /** Types into the field with this name as a keyboard does. */
  type(name: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** Runs in the page: the visible control whose accessible name begins so. */
export function findControl(name: string): HTMLElement {
  const nameOf = (element: HTMLElement): string => {
    const { labels } = element as HTMLInputElement;
    return element.ariaLabel ?? labels?.[0]?.textContent ?? element.textContent ?? '';
  };
  const controls = document.querySelectorAll<HTMLElement>('button, a, input, textarea');
  const found = [...controls].find(
    (element) => element.checkVisibility() && nameOf(element).trim().startsWith(name),
  );
  if (!found) throw new Error(`no control ${name}`);
  return found;
}

const timeout = 20_000;

/** Uses a page as a person does; each step waits until the page is ready for it. */
export class PageDriver {
  readonly page: DrivenPage;

  constructor(page: DrivenPage) {
    this.page = page;
  }

  static async open(page: DrivenPage, url: string): Promise<PageDriver> {
    await page.goto(url);
    return new PageDriver(page);
  }

  async press(name: string): Promise<void> {
    await this.#retry(`the control ${name}`, () => this.page.click(name));
  }

  async fill(name: string, text: string): Promise<void> {
    await this.#retry(`the field ${name}`, () => this.page.type(name, text));
  }

  async sees(text: string): Promise<void> {
    await waitUntil(async () => (await this.#text()).includes(text), {
      timeout,
      interval: 100,
      message: `the page to show: ${text}`,
    }).catch((error: unknown) => this.#failWithText(error));
  }

  /** Waits until the function gives something true in the page. */
  async waitFor(what: string, condition: () => unknown): Promise<void> {
    await waitUntil(() => this.page.evaluate(condition), { timeout, interval: 100, message: what }).catch(
      (error: unknown) => this.#failWithText(error),
    );
  }

  async #retry(what: string, act: () => Promise<void>): Promise<void> {
    const done = async () => {
      await act();
      return true;
    };
    await waitUntil(done, { timeout, interval: 100, message: what }).catch((error: unknown) =>
      this.#failWithText(error),
    );
  }

  #text(): Promise<string> {
    return this.page.evaluate(() => document.body.innerText);
  }

  async #failWithText(error: unknown): Promise<never> {
    throw new Error(`${(error as Error).message}; the page says: ${await this.#text()}`, { cause: error });
  }

  close = (): Promise<void> => this.page.close();
}
