import { runOnOurNode } from './lib/prepare.mjs';

await runOnOurNode('server/src/cli.ts');
