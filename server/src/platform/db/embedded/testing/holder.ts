import { quietLog } from '../../../../../testing/quiet-log.ts';
import { startEmbeddedPostgres } from '../embedded.ts';

// A server process to be killed: it starts PostgreSQL in the folder of its first argument and prints its pid.
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: quietLog });
console.log(server.pid());
