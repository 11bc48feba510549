import '../../../server/testing/people/native-logs.ts';
import {
  AudioSource,
  dispose,
  LocalAudioTrack,
  LocalVideoTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';
import { answerRequests } from '../../../recorder/testing/requests.ts';
import type { Look, MediaKind, MediaRequest } from './media-clients.ts';

// The process of some `MediaClient`s. It executes requests from its IPC channel and ends with its parent.
const rooms = new Map<string, Room>();

const sources = { microphone: TrackSource.SOURCE_MICROPHONE, camera: TrackSource.SOURCE_CAMERA };

const roomOf = (who: string): Room => {
  const room = rooms.get(who);
  if (!room) throw new Error(`unknown client ${who}`);
  return room;
};

/** How many others send this, as the client knows from the media server. */
function countSenders({ remoteParticipants }: Room, source: MediaKind): number {
  const tracks = [...remoteParticipants.values()].flatMap(({ trackPublications }) => [
    ...trackPublications.values(),
  ]);
  return tracks.filter((track) => track.source === sources[source] && !track.muted).length;
}

function isSeen(room: Room, look: Look): boolean {
  if ('senders' in look) {
    const { senders, source } = look;
    return senders === 0 ? countSenders(room, source) === 0 : countSenders(room, source) >= senders;
  }
  const { spotlit, isOn } = look;
  const people = [room.localParticipant, ...room.remoteParticipants.values()];
  const person = people.find((one) => one?.identity === spotlit);
  return Boolean(person?.attributes.spotlight) === isOn;
}

const events = [
  RoomEvent.ParticipantConnected,
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.ParticipantAttributesChanged,
] as const;

/** Resolves to the time at which this client saw it; rejects after the deadline. */
function watch(room: Room, look: Look, withinMs: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const check = () => {
    if (isSeen(room, look)) resolve(Date.now());
  };
  const timer = setTimeout(() => {
    reject(new Error(`a client did not see ${JSON.stringify(look)} within ${withinMs} ms`));
  }, withinMs);
  for (const event of events) room.on(event, check);
  check();
  return promise.finally(() => {
    clearTimeout(timer);
    for (const event of events) room.off(event, check);
  });
}

async function connect(who: string, { url, token }: { url: string; token: string }): Promise<void> {
  const tryOnce = async () => {
    const room = new Room();
    await room.connect(url, token, { autoSubscribe: false, dynacast: false });
    rooms.set(who, room);
  };
  // LiveKit's native library sometimes loses a room among many while it connects.
  await tryOnce().catch(tryOnce);
}

/** LiveKit's library sends silence from a source with a queue, until the track ends. */
const silentSource = () => new AudioSource(48_000, 1, 0);

/** LiveKit's library sends black pictures until the source has its first one. */
function stillSource(): VideoSource {
  const [width, height] = [16, 16];
  const source = new VideoSource(width, height);
  const pixels = new Uint8Array((width * height * 3) / 2);
  source.captureFrame(new VideoFrame(pixels, width, height, VideoBufferType.I420));
  return source;
}

async function publish({ localParticipant }: Room, source: MediaKind): Promise<void> {
  const track =
    source === 'microphone'
      ? LocalAudioTrack.createAudioTrack(source, silentSource())
      : LocalVideoTrack.createVideoTrack(source, stillSource());
  const options = new TrackPublishOptions({ source: sources[source], simulcast: false });
  await localParticipant?.publishTrack(track, options);
}

async function unpublish({ localParticipant }: Room): Promise<void> {
  for (const { sid } of localParticipant?.trackPublications.values() ?? []) {
    if (sid) await localParticipant?.unpublishTrack(sid);
  }
}

async function answer(request: MediaRequest): Promise<unknown> {
  const { who } = request;
  if (request.do === 'connect') return connect(who, request);
  const room = roomOf(who);
  if (request.do === 'publish') return publish(room, request.source);
  if (request.do === 'unpublish') return unpublish(room);
  if (request.do === 'watch') return watch(room, request.look, request.withinMs);
  rooms.delete(who);
  return room.disconnect();
}

answerRequests(answer, async () => {
  await Promise.allSettled([...rooms.values()].map((room) => room.disconnect()));
  await dispose();
});
