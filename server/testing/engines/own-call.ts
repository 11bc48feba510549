import { LiveKitEngine } from '../../src/engines/media/livekit.ts';
import { mayPublishAll } from '../../src/engines/media/media.ts';
import { startOwnLiveKit } from '../../src/engines/media/testing/own-livekit.ts';
import { newId } from '../../src/platform/ids.ts';

export interface OwnCall {
  /** ws address of the media engine. */
  url: string;
  roomId: string;
  engine: LiveKitEngine;
  /** Of the engine itself, to be killed. */
  pid: () => number | undefined;
  /** Lets somebody in; `isRecorder`: unseen by people, and with the recorder's grant. */
  token: (who: { id?: string; name: string; isRecorder?: boolean; roomId?: string }) => Promise<string>;
  stop: () => Promise<void>;
}

/** A room on a media engine of one's own, without a server of ours: for those who only send and receive media. */
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
