import { quietLog } from '../../../../testing/quiet-log.ts';
import { startEmbeddedLiveKit } from '../embedded.ts';

// A server that will be killed: it starts LiveKit with the settings of its first argument and says its pid.
const settings = JSON.parse(process.argv[2] ?? '{}');
const livekit = await startEmbeddedLiveKit({ ...settings, log: quietLog });
console.log(livekit.pid());
