import { LiveKitEngine } from '../../src/engines/media/livekit.ts';
import { mayPublishAll } from '../../src/engines/media/media.ts';
import { startOwnLiveKit } from '../../src/engines/media/testing/own-livekit.ts';
import { newId } from '../../src/platform/ids.ts';

export interface OwnCall {
  /** WebSocket URL of the media server. */
  url: string;
  roomId: string;
  engine: LiveKitEngine;
  /** The process id of the media server, for tests that kill it. */
  pid: () => number | undefined;
  /** Issues a token for the room. `isRecorder`: hidden from participants, with the recorder's grant. */
  token: (who: { id?: string; name: string; isRecorder?: boolean; roomId?: string }) => Promise<string>;
  stop: () => Promise<void>;
}

/** A room on a media server of its own without a Lectern server, for tests that only send and receive media. */
export async function startOwnCall(): Promise<OwnCall> {
  const { livekit, remove } = await startOwnLiveKit({});
  const engine = new LiveKitEngine(livekit);
  const ownRoom = newId();
  return {
    url: engine.signalUrl.replace(/^http/, 'ws'),
    roomId: ownRoom,
    engine,
    pid: livekit.pid,
    token: ({ id = newId(), name, isRecorder = false, roomId = ownRoom }) =>
      engine.issueToken({
        roomId,
        participantId: id,
        name,
        role: 'user',
        entryId: newId(),
        publish: mayPublishAll,
        hidden: isRecorder,
        ttlSeconds: 3600,
      }),
    stop: async () => {
      await livekit.stop();
      await remove();
    },
  };
}
