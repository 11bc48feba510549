import { SocketListener } from '../people/listener.ts';
import { ServerWithoutRecorder } from '../records/server-without-recorder.ts';
import { waitUntil } from '../wait.ts';
import { type MeasuredLimit, measureLimit } from './limit.ts';

/** A recorder node is lost during a recording: the time until the room is notified, with the product's own waits. */
export async function measureRecorder(): Promise<MeasuredLimit[]> {
  const server = await ServerWithoutRecorder.start({});
  try {
    await server.addRecorderNode(10);
    const group = await server.makeGroup({ isAutoRecordingAllowed: true });
    const { api } = await server.joinCall(group, 'moderator');
    const ear = await SocketListener.of(server.lectern, api, group.room.channelId);
    server.cleanUpLater(() => ear.close());
    const { record } = await group.owner.getActiveRecord(group.at);
    if (!record) throw new Error('the entry of the moderator started no recording');
    await server.markPictureArrived(record.id, 60_000);
    await server.updateNode({ places: 10, seenSeconds: 0 });
    const what = 'a recorder node is lost: the room is notified';
    const hear = async () => {
      await server.addRecorderNode(10);
      const isStopped = () => ear.events('record').some(({ payload }) => payload.state === 'stopped');
      await waitUntil(isStopped, { timeout: 40_000, message: 'the end of the recording' });
    };
    return [await measureLimit(what, 20_000, hear)];
  } finally {
    await server.cleanUp();
    await server.close();
  }
}
