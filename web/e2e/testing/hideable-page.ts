import type { Browser, CDPSession } from '@playwright/test';
import { waitUntil } from '../../../server/testing/wait.ts';

type Reply = { id?: number; result?: { result?: { value?: unknown }; exceptionDetails?: { text: string } } };

/**
 * A page in a window that the test can minimize, so that the browser itself hides it. Playwright keeps its own pages
 * visible; this one is in a browser context that Playwright does not know, and is driven by the DevTools protocol.
 */
export class HideablePage {
  readonly #browser: CDPSession;
  readonly #ids: { targetId: string; sessionId: string; browserContextId: string };
  readonly #waiting = new Map<number, (reply: Reply) => void>();

  private constructor(
    browser: CDPSession,
    ids: { targetId: string; sessionId: string; browserContextId: string },
  ) {
    this.#browser = browser;
    this.#ids = ids;
    browser.on('Target.receivedMessageFromTarget', ({ message }) => {
      const reply: Reply = JSON.parse(message);
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply);
    });
  }

  static async open(browser: Browser, url: string): Promise<HideablePage> {
    const session = await browser.newBrowserCDPSession();
    const { browserContextId } = await session.send('Target.createBrowserContext');
    const { targetId } = await session.send('Target.createTarget', { url, browserContextId });
    const { sessionId } = await session.send('Target.attachToTarget', { targetId });
    return new HideablePage(session, { targetId, sessionId, browserContextId });
  }

  /** Runs a function in the page, which sees its argument only. */
  run<Argument, Result>(work: (argument: Argument) => Result, argument: Argument): Promise<Awaited<Result>> {
    return this.evaluate(`(${work})(${JSON.stringify(argument)})`) as Promise<Awaited<Result>>;
  }

  /** @returns the value of an expression, or of its promise */
  async evaluate(expression: string): Promise<unknown> {
    const id = this.#waiting.size + 1;
    const answered = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    const params = { expression, returnByValue: true, awaitPromise: true };
    const message = JSON.stringify({ id, method: 'Runtime.evaluate', params });
    await this.#browser.send('Target.sendMessageToTarget', { sessionId: this.#ids.sessionId, message });
    const { result, exceptionDetails } = (await answered).result ?? {};
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value;
  }

  /** Presses the button with this name as soon as it can be pressed. */
  async #press(name: string): Promise<void> {
    const isPressed = () =>
      this.evaluate(`(() => {
        const button = [...document.querySelectorAll('button:enabled')]
          .find((one) => [one.textContent.trim(), one.ariaLabel].includes(${JSON.stringify(name)}));
        button?.click();
        return button !== undefined;
      })()`);
    await waitUntil(isPressed, { timeout: 20_000, message: `the button ${name}` });
  }

  enter(): Promise<void> {
    return this.#press('Join');
  }

  leave(): Promise<void> {
    return this.#press('Leave');
  }

  hide(): Promise<void> {
    return this.#setWindow('minimized', 'hidden');
  }

  show(): Promise<void> {
    return this.#setWindow('normal', 'visible');
  }

  async close(): Promise<void> {
    await this.#browser.send('Target.disposeBrowserContext', {
      browserContextId: this.#ids.browserContextId,
    });
  }

  async #setWindow(windowState: 'minimized' | 'normal', state: 'hidden' | 'visible'): Promise<void> {
    const { targetId } = this.#ids;
    const { windowId } = await this.#browser.send('Browser.getWindowForTarget', { targetId });
    await this.#browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
    const isDone = async () => (await this.evaluate('document.visibilityState')) === state;
    await waitUntil(isDone, { timeout: 5_000, message: `the page to be ${state}` });
  }
}
