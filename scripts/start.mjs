import { runOnOurNode } from './lib/prepare/prepare.mjs';

await runOnOurNode('server/src/main.ts', { engine: true, web: true, restarts: true });
