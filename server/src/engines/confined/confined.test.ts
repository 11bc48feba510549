import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cutNames } from '../../../../recorder/folder/cut-job.ts';
import { prepareNames } from '../../../../recorder/folder/prepare-job.ts';
import { videoBombs } from '../../../../recorder/testing/video-bombs.ts';
import { Preparer } from '../preparer/preparer.ts';
import { CuttingProcess } from '../speech/cutting-process.ts';
import { checkConfinement } from './check.ts';
import { limitReached, spawnConfined } from './confined.ts';
import { ProgramFailed } from './failed.ts';
import { programLimits } from './limits.ts';

// Starts the real programs and lets them try what they must not do.
const root = mkdtempSync(join(tmpdir(), 'lectern-confined-'));
after(() => rmSync(root, { recursive: true, force: true }));
const programs = join(import.meta.dirname, '../../../../recorder');
// A program confines itself by the file beside it.
symlinkSync(join(programs, 'confine.ts'), join(root, 'confine.ts'));

test('programs that read media have limits, no network and no other files', async () => {
  const secret = join(root, 'secret');
  writeFileSync(secret, 'a key');
  const refused = await checkConfinement({ programs, secret });
  // Every Linux that runs the tests has Landlock and filters of system calls.
  const isLinux = process.platform === 'linux';
  assert.deepEqual(refused, { limits: isLinux, network: isLinux, files: isLinux });
});

test('a program that reaches its processor time or memory is ended, and the reason is known', async () => {
  const cases = {
    time: { code: 'for (;;);', limits: { ...programLimits.cut, cpuSeconds: 1 } },
    memory: {
      code: 'const all = []; for (;;) all.push(Buffer.alloc(50_000_000, 1));',
      limits: { ...programLimits.cut, memory: 700_000_000 },
    },
    size: {
      code: "require('node:fs').writeFileSync('large', Buffer.alloc(2_000_000))",
      limits: { ...programLimits.cut, fileBytes: 1_000_000 },
    },
  };
  for (const [reason, { code, limits }] of Object.entries(cases)) {
    const script = join(root, `${reason}.cjs`);
    writeFileSync(script, code);
    const child = spawnConfined(
      { script, args: [], limits, files: { write: [root] } },
      { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const end = await new Promise<number | string>((resolve) =>
      child.once('close', (exit, by) => resolve(exit ?? by ?? 'nothing')),
    );
    assert.equal(limitReached({ code: end, output }), reason, `${end}: ${output}`);
  }
});

test('a program leaves files and folders only: no link or pipe that would lead the server elsewhere', {
  skip: process.platform === 'linux' ? false : 'only Linux has Landlock',
}, async () => {
  const folder = join(root, 'left');
  mkdirSync(folder);
  const script = join(root, 'leave.cjs');
  writeFileSync(
    script,
    `const fs = require('node:fs');
     fs.mkdirSync('folder');
     fs.writeFileSync('folder/file', 'x');
     try { fs.symlinkSync('/etc/hostname', 'link'); } catch { process.exit(7); }`,
  );
  const child = spawnConfined(
    { script, args: [], limits: programLimits.cut, files: { write: [folder] } },
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.equal(code, 7);
  assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), ['folder', join('folder', 'file')]);
});

test('a video that takes gigabytes of memory fails at the first attempt', async () => {
  const preparer = new Preparer({ dataDir: root, programs });
  for (const [index, [name, bytes]] of Object.entries(videoBombs).entries()) {
    const attempt = `${'a'.repeat(24)}-${index}`;
    writeFileSync(await preparer.begin(attempt), bytes());
    const made = await preparer.prepare(attempt, {
      signal: AbortSignal.timeout(120_000),
      onProgress: () => undefined,
    });
    assert.ok(!made.ok, name);
  }
});

test('a program that says it made another quality is not believed', async () => {
  const result = {
    version: 1,
    ok: true,
    duration: 1,
    hasSound: false,
    isCopied: true,
    rendition: { name: 'source' },
  };
  writeFileSync(
    join(root, 'prepare.ts'),
    `import { writeFileSync } from 'node:fs';
     writeFileSync('${prepareNames.result}', '${JSON.stringify(result)}');`,
  );
  const preparer = new Preparer({ dataDir: root, programs: root });
  const attempt = `${'b'.repeat(24)}-1`;
  const options = { signal: AbortSignal.timeout(60_000), onProgress: () => undefined };
  await preparer.begin(attempt);
  assert.equal((await preparer.prepare(attempt, options)).ok, true);
  await assert.rejects(preparer.prepare(attempt, { ...options, small: { durations: [1] } }), ProgramFailed);
});

test('a file elsewhere that a program names is not read', async () => {
  const folder = mkdtempSync(join(root, 'cut-'));
  const voice = join(root, 'voice');
  writeFileSync(voice, '');
  const pieces = [{ at: 0, from: 0, duration: 1 }];
  const result = { version: 1, ok: true, seconds: 1, chunks: [{ file: '../voice', pieces }] };
  writeFileSync(
    join(root, 'cut.ts'),
    `import { writeFileSync } from 'node:fs';
     writeFileSync(process.argv[2] + '/${cutNames.result}', '${JSON.stringify(result)}');`,
  );
  const options = { chunkSeconds: 60, signal: AbortSignal.timeout(60_000) };
  const chunks = await new CuttingProcess(root).cut(voice, folder, options);
  assert.deepEqual(chunks, [{ file: join(folder, '0.wav'), pieces }]);
});
