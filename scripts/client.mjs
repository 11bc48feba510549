import { runOnOurNode } from './lib/prepare.mjs';

await runOnOurNode('contract/client/package/build.ts');
