import { runOnOurNode } from './lib/prepare/prepare.mjs';

await runOnOurNode('server/src/cli.ts');
