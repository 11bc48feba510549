import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startInProcess } from '../../testing/in-process.ts';
import { runCommand } from '../../testing/processes/command-line.ts';
import { inherited } from '../../testing/processes/processes.ts';
import { settings } from '../config.table.ts';
import { toolVariables } from '../config.warnings.ts';

const root = resolve(import.meta.dirname, '../../..');
const deploy = join(root, 'deploy');
const files = [
  'Dockerfile',
  'compose.yaml',
  'compose.nodes.yaml',
  'caddy/Caddyfile',
  'nginx/lectern.conf',
  'nginx/turn.conf',
];
const units = readdirSync(join(deploy, 'systemd')).map((name) => `systemd/${name}`);
test('the files of deploy name existing settings only', () => {
  const known = new Set(Object.keys(settings));
  for (const file of [...files, ...units, 'bin/lectern', 'bin/restore-drill']) {
    const text = readFileSync(join(deploy, file), 'utf8');
    const named = text.matchAll(
      /\b(?:LECTERN|LIVEKIT|S3|CENTRIFUGO|SMTP)_[A-Z0-9_]+\b|\b(?:DATABASE|REDIS)_URL\b/g,
    );
    for (const [name] of named) {
      if (name === 'LIVEKIT_CONFIG') continue;
      assert.ok(known.has(name) || toolVariables.test(name), `${file} names ${name}, which is no setting`);
    }
  }
});

test('the model of several nodes has our version of LiveKit or a newer patch of it', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'engines/livekit/version.json'), 'utf8'));
  const nodes = readFileSync(join(deploy, 'compose.nodes.yaml'), 'utf8');
  const [, release, patch] = /livekit\/livekit-server:v(\d+\.\d+)\.(\d+)$/m.exec(nodes) ?? [];
  const [, ours, least] = /^(\d+\.\d+)\.(\d+)$/.exec(version) ?? [];
  assert.equal(release, ours);
  assert.ok(Number(patch) >= Number(least), `the patch ${patch} is older than ours`);
});

/** A block of a compose file, with the blocks that it merges by `<<`. */
function wholeBlock(text: string, block: string): string {
  const [, merged] = /^ +<<: \*([a-z]+)$/m.exec(block) ?? [];
  if (merged === undefined) return block;
  const [, base = ''] = new RegExp(`^x-[a-z]+: &${merged}\n((?: .*\n|\n(?= ))*)`, 'm').exec(text) ?? [];
  return block + wholeBlock(text, base);
}

for (const file of ['compose.yaml', 'compose.nodes.yaml']) {
  test(`each service of ${file} is read-only, without privileges and limited in memory`, () => {
    const text = readFileSync(join(deploy, file), 'utf8');
    const [, services = ''] = /^services:\n((?: .*\n|\n)*)/m.exec(text) ?? [];
    const blocks = services.split(/^ {2}(?=[a-z]+:$)/m).slice(1);
    assert.equal(blocks.length, file === 'compose.yaml' ? 2 : 7);
    for (const block of blocks) {
      const whole = wholeBlock(text, block);
      const [name = ''] = block.split(':');
      assert.match(whole, /^ +read_only: true$/m, name);
      assert.match(whole, /^ +cap_drop: \[ALL\]$/m, name);
      assert.match(whole, /^ +security_opt: \['no-new-privileges:true'\]$/m, name);
      assert.match(whole, /^ +mem_limit: (?:\d+[mg]|\$\{LECTERN_MEMORY:-3g\})$/m, name);
    }
  });
}

test('the guide names each port that the containers publish, and the sample itself does', () => {
  const compose = readFileSync(join(deploy, 'compose.yaml'), 'utf8');
  const guide = readFileSync(join(root, 'docs/operators/deploying.md'), 'utf8');
  const [, table = ''] = /^\| open in the firewall .*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(guide) ?? [];
  const published = [...compose.matchAll(/^ +- (\d+):\d+\/(tcp|udp)$/gm)];
  assert.equal(published.length, 5);
  for (const [, port, protocol] of published) {
    assert.ok(table.includes(`${port}/${protocol}`), `the guide lacks ${port}/${protocol}`);
    assert.match(compose, new RegExp(`^# Open to everybody:.* ${port}/${protocol}`, 'm'));
  }
});

test('each unit is without privileges, may write named folders only, and is limited in memory', () => {
  for (const unit of units.filter((name) => name.endsWith('.service'))) {
    const lines = readFileSync(join(deploy, unit), 'utf8').split('\n');
    for (const line of ['NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict'])
      assert.ok(lines.includes(line), `${unit} lacks ${line}`);
    assert.ok(
      lines.some((line) => /^MemoryMax=\d+[%GM]$/.test(line)),
      `${unit} has no MemoryMax`,
    );
  }
});

test('each unit restricts what its program may do', (t) => {
  const run = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  if (run('--version').status !== 0) return t.skip('not to be had here: systemd-analyze');
  // The scale ends at 100, which is a service without any restriction.
  for (const unit of units.filter((name) => name.endsWith('.service'))) {
    const { status, stdout, stderr } = run(
      ...['security', '--offline=true', '--threshold=25', join(deploy, unit)],
    );
    assert.equal(status, 0, stdout.slice(-400) + stderr);
  }
});

test('the command of a service or a container names itself and how such a server is started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  try {
    const env = { ...inherited(), LECTERN_HOME: root, LECTERN_DATA_DIR: folder };
    const lectern = (...args: string[]) => promisify(execFile)(join(deploy, 'bin/lectern'), args, { env });
    assert.match((await lectern('help', 'backup')).stdout, /^Usage: lectern <command>/);
    const message = /Start it once with "systemctl start lectern" or "docker compose up -d"/;
    await assert.rejects(lectern('users', 'list'), ({ stderr }: { stderr: string }) => message.test(stderr));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the restore drill restores a backup beside the running installation, and leaves nothing', async () => {
  const lectern = await startInProcess();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  try {
    await lectern.client(lectern.owner.personalToken).createSpace({ body: { name: 'School' } });
    const file = join(folder, 'lectern.zip');
    const { code, err } = await runCommand(['backup', file], { settings: lectern.installation });
    assert.equal(code, 0, err);
    const env = { ...inherited(), ...lectern.installation, LECTERN_HOME: root, TMPDIR: folder };
    const drill = promisify(execFile)(join(deploy, 'bin/restore-drill'), [file], { env });
    assert.match((await drill).stdout, /^The backup can be restored\. Accounts: 1, groups: 1\.$/m);
    assert.deepEqual(readdirSync(folder), ['lectern.zip']);
    const wrong = promisify(execFile)(join(deploy, 'bin/restore-drill'), [join(root, 'README.md')], { env });
    await assert.rejects(wrong);
    assert.deepEqual(readdirSync(folder), ['lectern.zip']);
  } finally {
    rmSync(folder, { recursive: true });
    await lectern.remove();
  }
});
