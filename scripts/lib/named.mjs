import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { node, root } from './paths.mjs';
import { main } from './prepare/prepare.mjs';
import { runForeground } from './processes.mjs';
import { ensureBrowser } from './programs/browser.mjs';
import { ensureCameras } from './programs/cameras.mjs';
import { ensureRedis } from './programs/redis.mjs';

/** Each name with its file. */
function named(folder) {
  const files = readdirSync(folder).filter((name) => /^[a-z][a-z-]*\.(ts|mjs)$/.test(name));
  return new Map(files.map((file) => [parse(file).name, join(folder, file)]));
}

// `npm run bench -- <name>` and `npm run soak -- <name>`: one file each, with everything that a start needs.
const [command, folder, name, ...rest] = process.argv.slice(2);

await main(async () => {
  const known = named(join(root, folder));
  if (!known.has(name)) {
    throw new Error(
      `Usage: npm run ${command} -- <name>, where name is one of: ${[...known.keys()].join(', ')}`,
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
  return runForeground(node, [known.get(name), ...rest], { cwd: root, env });
});
