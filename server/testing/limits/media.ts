import { startEmbeddedLiveKit } from '../../src/engines/media/embedded.ts';
import { LiveKitEngine } from '../../src/engines/media/livekit.ts';
import { mayPublishAll } from '../../src/engines/media/media.ts';
import { ownSettings } from '../../src/engines/media/testing/own-livekit.ts';
import { newId } from '../../src/platform/ids.ts';
import { Person } from '../people/person.ts';
import { waitUntil } from '../wait.ts';
import { type MeasuredLimit, measureLimit } from './limit.ts';

/** The embedded LiveKit alone: back after a crash, and its stop with a participant. */
export async function measureMedia(): Promise<MeasuredLimit[]> {
  const { settings, remove } = await ownSettings();
  const livekit = await startEmbeddedLiveKit(settings);
  try {
    const killed = livekit.pid() ?? 0;
    process.kill(killed, 'SIGKILL');
    const isUp = () => livekit.pid() !== undefined && livekit.pid() !== killed;
    const back = await measureLimit('the embedded LiveKit crashes: back after', 2000, () =>
      waitUntil(isUp, { timeout: 30_000, message: 'the media server to be up' }),
    );
    const engine = new LiveKitEngine(livekit);
    const [roomId, participantId, entryId] = [newId(), newId(), newId()];
    const request = { roomId, participantId, name: 'Ada', role: 'user', entryId, publish: mayPublishAll };
    await Person.join(engine.signalUrl, await engine.issueToken(request));
    const what = 'the embedded LiveKit stops with a participant';
    return [back, await measureLimit(what, 4000, () => livekit.stop())];
  } finally {
    await livekit.stop();
    await remove();
  }
}
