import { runOnOurNode } from './lib/prepare.mjs';

await runOnOurNode('scripts/lib/generate.mjs');
