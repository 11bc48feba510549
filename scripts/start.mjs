import { runOnOurNode } from './lib/prepare.mjs';

await runOnOurNode('server/src/main.ts', { engine: true, web: true, restarts: true });
