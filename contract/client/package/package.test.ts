import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { buildClient } from './build.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'lectern-client-'));
const project = join(folder, 'project');

async function run(program: string, ...args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { cwd: project })).stdout;
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout?: string; stderr?: string };
    throw new Error([message, stdout, stderr].join('\n'), { cause: error });
  }
}

const write = (name: string, code: string) => writeFileSync(join(project, name), code);

/** Runs a module in the project and parses its output. */
async function runModule(code: string): Promise<unknown> {
  write('main.js', code);
  return JSON.parse(await run(process.execPath, 'main.js'));
}

const npm = (...args: string[]) =>
  run('npm', ...args, '--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--silent');

before(async () => {
  const built = join(folder, 'built');
  mkdirSync(project);
  buildClient(built);
  write('package.json', '{ "type": "module", "private": true }');
  await npm('pack', built, '--pack-destination', folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? assert.fail();
  await npm('install', join(folder, tarball));
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('the packed client needs no other package and calls a server', async () => {
  assert.deepEqual(
    readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['lectern-client'],
  );
  const versionOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')).version;
  const packed = versionOf(join(project, 'node_modules/lectern-client/package.json'));
  assert.equal(packed, versionOf(join(root, 'package.json')));
  const server = createServer((request, answer) => {
    const isKnown =
      request.headers.authorization === 'Bearer token' && request.url === '/v1/spaces/s1/rooms/r1';
    const body = isKnown
      ? { id: 'r1' }
      : { code: 'unauthorized', message: 'A valid access token is needed.' };
    answer.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const printed = await runModule(`
    import { ApiError, createClient } from 'lectern-client';
    const ask = (token) => createClient({ baseUrl: '${baseUrl}', token }).getRoom({ spaceId: 's1', roomId: 'r1' });
    const refused = await ask('other').catch((error) => [error instanceof ApiError, error.code]);
    console.log(JSON.stringify([await ask('token'), refused]));
  `);
  server.close();
  assert.deepEqual(printed, [{ id: 'r1' }, [true, 'unauthorized']]);
});

test('the packed client verifies a delivery', async () => {
  const recorded = readFileSync(join(root, 'docs/integrators/verify/recorded-delivery.json'), 'utf8');
  const printed = await runModule(`
    import { verifyWebhook, WebhookSignatureError } from 'lectern-client';
    const { body, headers, secret } = ${recorded};
    const now = new Date(headers['webhook-timestamp'] * 1000);
    const { id } = await verifyWebhook(body, secret, { headers, now });
    const forged = await verifyWebhook(body + ' ', secret, { headers, now }).catch((error) => error);
    console.log(JSON.stringify([id, forged instanceof WebhookSignatureError]));
  `);
  assert.deepEqual(printed, [JSON.parse(recorded).headers['webhook-id'], true]);
});

test('the samples of the README compile with the packed types; a wrong field does not', async () => {
  const readme = readFileSync(join(project, 'node_modules/lectern-client/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  assert.equal(blocks.length, 4);
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const compile = (...names: string[]) =>
    run(
      process.execPath,
      ...[tsc, '--ignoreConfig', '--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext'],
      ...['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), ...names],
    );
  for (const [at, code] of blocks.entries()) write(`sample-${at}.ts`, code);
  await compile(...blocks.keys().map((at) => `sample-${at}.ts`));
  write(
    'wrong.ts',
    `import { createClient } from 'lectern-client';
createClient({ baseUrl: '' }).createRoom({ spaceId: '', body: { name: 5 } });`,
  );
  await assert.rejects(compile('wrong.ts'), /Type 'number' is not assignable to type 'string'/);
});
