import { startBalancer } from '../../../../server/testing/engines/balancer.ts';

/** The load balancer in a separate process, so that it can be killed. Arguments: its port, then the nodes. */
const [port, ...nodes] = process.argv.slice(2);
await startBalancer(nodes, Number(port));
