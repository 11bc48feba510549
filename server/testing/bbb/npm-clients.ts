import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Clients of BigBlueButton that npm has. Each line of the input is a call of one of their methods, each line of the
 * output its result.
 */
const [url = '', secret = ''] = process.argv.slice(2);
const load = createRequire(join(process.env.LECTERN_TEST_BBB_NPM ?? '', 'package.json'));

type Client = Record<string, unknown>;

const js: Client & { api(url: string, secret: string): Client } = load('bigbluebutton-js');
const promise: { server(url: string, secret: string): Client } = load('bbb-promise');
const clients: Client = { js: { ...js, ...js.api(url, secret) }, promise: promise.server(url, secret) };

async function call(path: string, given: unknown[]): Promise<unknown> {
  const names = path.split('.');
  const name = names.pop() ?? '';
  const owner = names.reduce((from, next) => from[next] as Client, clients);
  return (owner[name] as (...given: unknown[]) => unknown).apply(owner, given);
}

for await (const line of createInterface(process.stdin)) {
  const [path, given] = JSON.parse(line) as [string, unknown[]];
  const answer = await call(path, given).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: String(error) }),
  );
  console.log(JSON.stringify(answer));
}
