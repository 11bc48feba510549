import { join } from 'node:path';
import { node, root } from './lib/paths.mjs';
import { main, prepare } from './lib/prepare.mjs';
import { runForeground } from './lib/processes.mjs';

const server = join(root, 'server', 'src', 'main.ts');

await main(async () => {
  await prepare();
  return runForeground(node, [server, ...process.argv.slice(2)], { cwd: root });
});
