import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { routes } from '../../routes.ts';
import { type Schema, typeScriptOf } from './schema-types.ts';

const contract = resolve(import.meta.dirname, '../..');

const files = ['index', 'frame', 'verify-webhook', 'verify-webhook-headers', 'verify-webhook-hmac'];
const shared = [
  ...['errors', 'events', 'frame', 'ignored-fields', 'paths', 'paths.generated'],
  'permissions/token-scopes',
];

/** Replaces `contract/routes.ts`, whose types need the schema library and every schema. */
function writeOperations(): string {
  const operations = Object.entries(routes).map(([name, { summary, ...route }]) => {
    const { body, query, answer } = route as { body?: Schema; query?: Schema; answer?: Schema };
    const type = (schema: Schema | undefined) => (schema ? typeScriptOf(schema) : 'undefined');
    return `/** ${summary}. */\n${name}: { body: ${type(body)}; query: ${type(query)}; answer: ${type(answer)} };`;
  });
  return `import type { Operation, Params } from './paths.ts';
export type { Operation, Params };
export interface Operations {
${operations.join('\n')}
}
export type Body<K extends Operation> = Operations[K]['body'];
export type Query<K extends Operation> = Operations[K]['query'];
export type Answer<K extends Operation> = Operations[K]['answer'];
`;
}

const compiler = [
  '--ignoreConfig',
  '--target',
  'es2023',
  '--lib',
  'es2024,esnext,dom,dom.iterable',
  '--module',
  'nodenext',
];
const options = ['--strict', '--declaration', '--rewriteRelativeImportExtensions', '--types', 'node'];

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Builds the package `lectern-client` into a folder: JavaScript and types that need no other file of ours. Its version is
 * that of Lectern.
 */
export function buildClient(folder: string): void {
  const sources = join(folder, '.sources');
  mkdirSync(join(sources, 'client'), { recursive: true });
  for (const name of files) cpSync(join(contract, `client/${name}.ts`), join(sources, `client/${name}.ts`));
  for (const name of shared) cpSync(join(contract, `${name}.ts`), join(sources, `${name}.ts`));
  writeFileSync(join(sources, 'routes.ts'), writeOperations());
  const { name, ...rest } = readJson(join(import.meta.dirname, 'package.json'));
  const { version } = readJson(resolve(contract, '../package.json'));
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, ...rest }, undefined, 2)}\n`,
  );
  cpSync(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const entries = ['index', 'frame'].map((name) => join(sources, `client/${name}.ts`));
  const typeRoots = ['--typeRoots', resolve(contract, '../node_modules/@types')];
  const output = ['--rootDir', sources, '--outDir', folder];
  try {
    execFileSync(process.execPath, [tsc, ...compiler, ...options, ...typeRoots, ...output, ...entries]);
  } catch (error) {
    throw new Error(`tsc: ${(error as { stdout?: Buffer }).stdout}`, { cause: error });
  }
  rmSync(sources, { recursive: true });
  nameBuiltFiles(folder);
}

/** The compiler leaves `.ts` in the imports of declarations. */
function nameBuiltFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.[^']+)\.ts'/g, "$1.js'"));
  }
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? '.cache/lectern-client');
  rmSync(folder, { recursive: true, force: true });
  buildClient(folder);
  process.stdout.write(`Built lectern-client in ${folder}. Next: npm pack ${folder}\n`);
}
