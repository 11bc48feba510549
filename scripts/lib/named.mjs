import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { node, root } from './paths.mjs';
import { main } from './prepare/prepare.mjs';
import { runForeground } from './processes.mjs';
import { ensureBrowser } from './programs/browser.mjs';
import { ensureCameras } from './programs/cameras.mjs';
import { ensureRedis } from './programs/redis.mjs';

function names(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => entry.name)
    .filter((name) => /^[a-z][a-z-]*\.ts$/.test(name))
    .map((name) => name.slice(0, -3));
}

// `npm run bench -- <name>` and `npm run soak -- <name>`: one file each, with everything that a start needs.
const [command, folder, name, ...rest] = process.argv.slice(2);

await main(async () => {
  const known = names(join(root, folder));
  if (!known.includes(name)) {
    throw new Error(
      `Usage: npm run ${command} -- <name>, where name is one of: ${known.join(', ') || '(none yet)'}`,
    );
  }
  const browser = await ensureBrowser().catch(() => null);
  const redis = await ensureRedis().catch(() => null);
  const cameras = folder === 'bench' && name === 'recording' ? await ensureCameras() : null;
  const env = {
    NODE_ENV: 'production',
    ...process.env,
    ...(browser ? { LECTERN_TEST_BROWSER: browser } : {}),
    ...(redis ? { LECTERN_TEST_REDIS: redis } : {}),
    ...(cameras ? { LECTERN_BENCH_CAMERAS: cameras } : {}),
  };
  return runForeground(node, [join(root, folder, `${name}.ts`), ...rest], { cwd: root, env });
});
