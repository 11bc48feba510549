import { runOnOurNode } from './lib/prepare.mjs';

await runOnOurNode('scripts/lib/dev.mjs', { engine: true, web: true });
