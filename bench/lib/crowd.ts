import {
  LocalVideoTrack,
  type RemoteTrack,
  Room,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
  VideoStream,
} from '@livekit/rtc-node';
import type { Lectern } from '../../server/testing/lectern.ts';
import { tone } from '../../server/testing/people/person.ts';

export const framesPerSecond = 15;
const [width, height] = [640, 360];

export interface Place {
  lectern: Lectern;
  spaceId: string;
  roomId: string;
}

export interface Attendance {
  /** Whether the visitor counts received frames. */
  counts?: boolean;
  /** Whether the visitor subscribes. If so it decodes every picture, even if it does not count. */
  receives?: boolean;
}

/** A participant without a browser: enters as a page does, may send a moving picture, and may count received frames. */
export class Visitor {
  readonly room = new Room();
  /** Frames decoded so far, by sender; empty for a visitor that does not count. */
  readonly frames = new Map<string, number>();
  joinMs = 0;
  #setHand: (isUp: boolean) => Promise<unknown> = async () => undefined;
  #timer: NodeJS.Timeout | undefined;

  static async enter(
    place: Place,
    name: string,
    { counts = false, receives = true }: Attendance = {},
  ): Promise<Visitor> {
    const { lectern, spaceId, roomId } = place;
    const visitor = new Visitor();
    const begin = performance.now();
    if (counts)
      visitor.room.on(RoomEvent.TrackSubscribed, (track, _publication, who) =>
        visitor.#count(track, who.identity),
      );
    const entered = await lectern
      .client()
      .createParticipant({ spaceId, body: { roomId, clientUniqueId: name, name } });
    const own = lectern.client(entered.access_token);
    const at = { spaceId, participantId: entered.id };
    visitor.#setHand = (isUp) => (isUp ? own.raiseHand(at) : own.lowerHand(at));
    const { signalingToken, url } = await own.issueSignalingToken(at);
    await visitor.room.connect(url, signalingToken, { autoSubscribe: receives, dynacast: false });
    visitor.joinMs = performance.now() - begin;
    return visitor;
  }

  async send(): Promise<void> {
    const source = new VideoSource(width, height);
    const luma = width * height;
    let n = 0;
    this.#timer = setInterval(() => {
      n += 1;
      const data = new Uint8Array((luma * 3) / 2).fill(128, luma);
      // A bar that moves over a gradient, so that the encoder has work to do.
      for (let row = 0; row < height; row++) data.fill((row + n * 4) & 255, row * width, (row + 1) * width);
      source.captureFrame(new VideoFrame(data, width, height, VideoBufferType.I420));
    }, 1000 / framesPerSecond);
    const track = LocalVideoTrack.createVideoTrack('camera', source);
    const options = new TrackPublishOptions({ source: TrackSource.SOURCE_CAMERA, simulcast: false });
    await this.room.localParticipant?.publishTrack(track, options);
  }

  get id(): string {
    return this.room.localParticipant?.identity ?? '';
  }

  /** @returns a function that stops the tone */
  async speak(): Promise<() => Promise<void>> {
    const { track, stop } = tone('microphone');
    const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
    await this.room.localParticipant?.publishTrack(track, options);
    return async () => {
      stop();
      if (track.sid) await this.room.localParticipant?.unpublishTrack(track.sid);
    };
  }

  setHand(isUp: boolean): Promise<unknown> {
    return this.#setHand(isUp);
  }

  async leave(): Promise<void> {
    clearInterval(this.#timer);
    await this.room.disconnect();
  }

  async #count(track: RemoteTrack, from: string): Promise<void> {
    if (track.kind !== TrackKind.KIND_VIDEO) return;
    for await (const _frame of new VideoStream(track))
      this.frames.set(from, (this.frames.get(from) ?? 0) + 1);
  }
}
