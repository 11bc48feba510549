import { runOnOurNode } from './lib/prepare/prepare.mjs';

await runOnOurNode('scripts/lib/licences/list.mjs');
