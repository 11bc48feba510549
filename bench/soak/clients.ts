import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startLectern } from '../../server/testing/lectern.ts';
import { report } from '../lib/report.ts';
import { commandWith, generatorVersions } from './lib/clients-guide.ts';

/**
 * `npm run soak -- clients`: five generators make clients from the served OpenAPI document, which are compiled and
 * send requests to a running server; two linters check the document. The tools are downloaded into `.cache/clients/`;
 * the commands are those of the guide.
 */
const root = resolve(import.meta.dirname, '../..');
const ours = (...path: string[]) => join(import.meta.dirname, 'clients', ...path);
const cache = join(root, '.cache/clients');
const npm = join(cache, 'npm');
const bin = join(cache, 'venv/bin');
const document = join(cache, 'openapi.json');

const [generator = ''] = generatorVersions();
const generatorSha256 = 'e03186835022ca02da4aa95e3967b6a3b6d44c2e5f7606e6d5c22466f519c757';
const jar = join(cache, `openapi-generator-cli-${generator}.jar`);
const dependencyPlugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

function run([program = '', ...options]: string[], cwd = cache): string {
  const env = { ...process.env, NODE_ENV: '', PATH: `${bin}:${process.env.PATH}` };
  const ran = spawnSync(program, options, {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 1_200_000,
    maxBuffer: 2 ** 28,
  });
  if (ran.error) throw ran.error;
  if (ran.status !== 0)
    throw new Error(`${program} exited with ${ran.status}:\n${`${ran.stdout}${ran.stderr}`.slice(-4000)}`);
  return `${ran.stdout}${ran.stderr}`.trim();
}

/** The reason why the soak cannot run here, as a sentence; undefined if it can. */
function whatIsMissing(): string | undefined {
  const needed: [string, string[], RegExp][] = [
    ['JDK 17 or newer', ['javac', '-version'], /javac (1[7-9]|[2-9]\d)/],
    ['Maven', ['mvn', '-v'], /Apache Maven 3/],
    [
      'Python 3.11 or newer with venv',
      ['python3', '-c', 'import sys, ensurepip; print(sys.version)'],
      /^3\.(1[1-9]|[2-9]\d)/,
    ],
  ];
  const missing = needed.filter(([, [program = '', ...options], expected]) => {
    const { stdout, stderr } = spawnSync(program, options, { encoding: 'utf8', timeout: 60_000 });
    return !expected.test(`${stdout ?? ''}${stderr ?? ''}`);
  });
  return missing.length === 0 ? undefined : `This soak needs ${missing.map(([name]) => name).join(', ')}.`;
}

function fetchTools(): void {
  mkdirSync(npm, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'requests.mts', 'lint.mts'])
    copyFileSync(ours(name), join(npm, name));
  run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], npm);
  if (!existsSync(bin)) run(['python3', '-m', 'venv', join(cache, 'venv')]);
  run([join(bin, 'python'), '-m', 'pip', 'install', '-q', '-r', ours('requirements.txt')]);
  if (!existsSync(jar)) run(commandWith('-Dartifact='));
  const sum = createHash('sha256').update(readFileSync(jar)).digest('hex');
  if (sum !== generatorSha256) {
    rmSync(jar);
    throw new Error(
      `openapi-generator-cli has the SHA-256 ${sum} instead of the pinned one; the next run downloads it again`,
    );
  }
}

/** Runs the guide's command that contains this text. @returns its output folder, emptied before, and what it printed */
function generate(text: string, output: string): { folder: string; printed: string } {
  const folder = join(cache, output);
  rmSync(folder, { recursive: true, force: true });
  return { folder, printed: run(commandWith(text)) };
}

function java(library: string, server: string[]): void {
  const { folder } = generate(`--library ${library}`, 'client');
  if (!existsSync(join(folder, 'src/main/java/org/openapitools/client/api/EventsApi.java')))
    throw new Error('the client has no class for webhook events');
  cpSync(ours('Requests.java'), join(folder, 'src/main/java/Requests.java'));
  cpSync(ours(library, 'Library.java'), join(folder, 'src/main/java/Library.java'));
  const list = `-Dmdep.outputFile=${join(folder, 'classpath')}`;
  run(['mvn', '-q', '-B', 'compile', `${dependencyPlugin}:build-classpath`, list], folder);
  const classpath = `target/classes:${readFileSync(join(folder, 'classpath'), 'utf8').trim()}`;
  run(['java', '-cp', classpath, 'Requests', ...server], folder);
}

/** The generators by name and version, and the steps with each client. */
const clients: Record<string, (server: string[]) => void> = {
  'openapi-typescript 7.13.0': (server) => {
    copyFileSync(document, join(npm, 'openapi.json'));
    run(commandWith('npx openapi-typescript'), npm);
    const options = [
      '--strict',
      '--noEmit',
      '--skipLibCheck',
      '--types',
      'node',
      '--typeRoots',
      join(root, 'node_modules/@types'),
      '--module',
      'nodenext',
      '--target',
      'esnext',
      '--allowImportingTsExtensions',
    ];
    run([process.execPath, 'node_modules/typescript/bin/tsc', ...options, 'requests.mts'], npm);
    run([process.execPath, 'requests.mts', ...server], npm);
  },
  'openapi-python-client 0.29.1': (server) => {
    const { folder, printed } = generate('openapi-python-client generate', 'lectern_client');
    // The guide names the only response that it leaves out.
    const warned = printed.match(/WARNING parsing .*/g) ?? [];
    if (warned.length > 1 || !warned.every((line) => line.includes('/transcription.srt ')))
      throw new Error(`it leaves out more than the guide says:\n${warned.join('\n')}`);
    run([join(bin, 'python'), '-m', 'compileall', '-q', folder]);
    copyFileSync(ours('requests_openapi_python_client.py'), join(cache, 'requests.py'));
    run([join(bin, 'python'), 'requests.py', ...server]);
  },
  [`openapi-generator ${generator}, python`]: (server) => {
    const { folder } = generate('-g python', 'client');
    run([join(bin, 'python'), '-m', 'compileall', '-q', '.'], folder);
    copyFileSync(ours('requests_openapi_generator.py'), join(folder, 'requests.py'));
    run([join(bin, 'python'), 'requests.py', ...server], folder);
  },
  [`openapi-generator ${generator}, java okhttp-gson`]: (server) => java('okhttp-gson', server),
  [`openapi-generator ${generator}, java native`]: (server) => java('native', server),
  'Redocly openapi-core 2.64.0 and Spectral core 1.24.1': () => {
    console.log(run([process.execPath, 'lint.mts', document], npm));
  },
};

/** Tries every client, even after a failure, and returns the outcome of each. */
function tryAll(server: string[]): Record<string, string> {
  const tried: Record<string, string> = {};
  for (const [name, work] of Object.entries(clients)) {
    try {
      work(server);
      tried[name] = 'ok';
    } catch (error) {
      console.log(`\n${name}: ${error instanceof Error ? error.message : error}`);
      tried[name] = 'failed';
    }
    console.log(`${tried[name]}: ${name}`);
  }
  return tried;
}

const missing = whatIsMissing();
if (missing) throw new Error(missing);
fetchTools();
const lectern = await startLectern({ LECTERN_ROLES: 'api,jobs' });
try {
  await lectern.client(lectern.owner.personalToken).createSpace({ body: { name: 'Generated clients' } });
  run(commandWith('curl -o').map((word) => word.replace('http://localhost:8080', lectern.url)));
  const tried = tryAll([lectern.url, lectern.owner.personalToken]);
  report({
    name: 'soak-clients',
    unit: '',
    figures: tried,
    goals: [
      {
        what: 'failures',
        measured: Object.values(tried).filter((what) => what !== 'ok').length,
        bound: 0,
        unit: '',
      },
    ],
  });
} finally {
  await lectern.remove();
}
