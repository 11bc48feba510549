import { runOnOurNode } from './prepare.mjs';

// The second half of runOnOurNode, on our own Node: what to run and what it needs, then its own arguments.
const [{ script, ...needs }] = process.argv.splice(2, 1).map((text) => JSON.parse(text));
await runOnOurNode(script, needs);
