import { runOnOurNode } from './lib/prepare/prepare.mjs';

process.argv.splice(2, 0, 'soak', 'bench/soak');
await runOnOurNode('scripts/lib/named.mjs', { engine: true, web: true });
