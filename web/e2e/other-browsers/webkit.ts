import { spawn } from 'node:child_process';
import { freePorts } from '../../../server/testing/processes/ports.ts';
import { waitForExit } from '../../../server/testing/processes/processes.ts';
import { waitUntil } from '../../../server/testing/wait.ts';
import { type DrivenPage, findControl } from './page-driver.ts';

/** The key of an element's id in a response, as the WebDriver standard defines it. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

const commandMs = 60_000;

type Send = <T>(method: string, path: string, body?: object) => Promise<T>;

const sendTo =
  (origin: string): Send =>
  async (method, path, body) => {
    // A browser that hangs never answers: the failure names the command instead of the test's time.
    const signal = AbortSignal.timeout(commandMs);
    const options = { method, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${origin}${path}`, options).catch((cause: unknown) => {
      throw new Error(`WebKit did not answer ${method} ${path}`, { cause });
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };

export type WebKitDriver = { send: Send; close: () => Promise<void> };

/** Starts the WebDriver of WebKitGTK, which starts a MiniBrowser for each session. */
export async function startWebKitDriver(program: string, display: string): Promise<WebKitDriver> {
  const { http: port } = await freePorts();
  const driver = spawn(program, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display },
    stdio: 'ignore',
  });
  const send = sendTo(`http://127.0.0.1:${port}`);
  const isReady = async () => (await send<{ ready: boolean }>('GET', '/status')).ready;
  await waitUntil(isReady, { timeout: 20_000, message: 'WebKitWebDriver to be ready' });
  return {
    send,
    close: async () => {
      driver.kill();
      await waitForExit(driver);
    },
  };
}

/** Opens a page in its own browser. A driver has one session at a time, and may hang if it opens a second one. */
export async function openWebKitPage({ send }: WebKitDriver): Promise<DrivenPage> {
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const session = `/session/${sessionId}`;
  const run = <T>(work: (...args: never[]) => unknown, args: unknown[]): Promise<T> =>
    send('POST', `${session}/execute/sync`, { script: `return (${work})(...arguments)`, args });
  const elementOf = async (name: string) => {
    const found = await run<Record<string, string>>(findControl, [name]);
    return `${session}/element/${found[elementKey]}`;
  };
  return {
    goto: (url) => send('POST', `${session}/url`, { url }),
    evaluate: (work) => run(work, []),
    click: async (name) => send('POST', `${await elementOf(name)}/click`, {}),
    type: async (name, text) => send('POST', `${await elementOf(name)}/value`, { text }),
    close: () => send('DELETE', session),
  };
}
