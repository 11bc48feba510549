import { runOnOurNode } from './lib/prepare/prepare.mjs';

await runOnOurNode('scripts/lib/prepare/report.mjs', { engine: true, web: true });
