import { join } from 'node:path';
import { node, root } from './lib/paths.mjs';
import { main, prepare } from './lib/prepare.mjs';
import { runForeground } from './lib/processes.mjs';

await main(async () => {
  await prepare({ engine: false, web: false });
  return runForeground(node, [join(root, 'server', 'src', 'cli.ts'), ...process.argv.slice(2)], {
    cwd: root,
  });
});
