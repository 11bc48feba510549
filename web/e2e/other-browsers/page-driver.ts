import { waitUntil } from '../../../server/testing/wait.ts';

/** A page in a browser that Playwright does not support. */
export interface DrivenPage {
  goto(url: string): Promise<void>;
  evaluate<Result>(work: () => Result): Promise<Awaited<Result>>;
  /** Clicks the control with this accessible name by mouse events. @throws if there is none */
  click(name: string): Promise<void>;
  /** Types into the field with this accessible name by key events. */
  type(name: string, text: string): Promise<void>;
  close(): Promise<void>;
}

/** Finds the first visible control whose accessible name begins with `name`. Runs in the page. */
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

/** Drives a page by visible names and texts. Each step is repeated until the page is ready for it. */
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

  /** Waits until the function returns a truthy value in the page. */
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
    throw new Error(`${(error as Error).message}; the page shows: ${await this.#text()}`, { cause: error });
  }

  close = (): Promise<void> => this.page.close();
}
