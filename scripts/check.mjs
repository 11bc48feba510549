import { runOnOurNode } from './lib/prepare/prepare.mjs';

await runOnOurNode('scripts/checks/run.mjs');
