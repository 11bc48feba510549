import { quietLog } from '../../../../testing/quiet-log.ts';
import { startEmbeddedLiveKit } from '../embedded.ts';

// A server process to be killed: it starts LiveKit with the settings in its first argument and prints its pid.
const settings = JSON.parse(process.argv[2] ?? '{}');
const livekit = await startEmbeddedLiveKit({ ...settings, log: quietLog });
console.log(livekit.pid());
