import { runOnOurNode } from './prepare.mjs';

// The part of runOnOurNode that runs on our own Node. Arguments: the script, what it needs, and its own arguments.
const [{ script, ...needs }] = process.argv.splice(2, 1).map((text) => JSON.parse(text));
await runOnOurNode(script, needs);
