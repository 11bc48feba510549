import { runOnOurNode } from './lib/prepare.mjs';

await runOnOurNode('scripts/checks/run.mjs');
