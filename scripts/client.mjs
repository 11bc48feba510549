import { runOnOurNode } from './lib/prepare/prepare.mjs';

await runOnOurNode('contract/client/package/build.ts');
