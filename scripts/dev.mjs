import { runOnOurNode } from './lib/prepare/prepare.mjs';

await runOnOurNode('scripts/lib/dev.mjs', { engine: true, web: true });
