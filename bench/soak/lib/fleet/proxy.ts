import { startBalancer } from '../../../../server/testing/engines/balancer.ts';

/** The load balancer as a process of its own, so that it can be killed: its port, then the nodes behind it. */
const [port, ...nodes] = process.argv.slice(2);
await startBalancer(nodes, Number(port));
