import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  type LocalTrack,
  LocalVideoTrack,
  Room,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';
import {
  isFlashing,
  type MicrophoneContent,
  picturesOf,
  samplesPerFrame,
  sentSampleRate,
  soundOf,
  type VideoContent,
  wallMs,
} from './content.ts';

export type Source = 'camera' | 'microphone' | 'screen' | 'screen_audio';

export interface Video {
  width: number;
  height: number;
  fps: number;
  show: VideoContent;
  /** Simulcast, as browsers send. */
  simulcast?: boolean;
  /** Maximum bits a second. */
  bitrate?: number;
}

const sources: Record<Source, TrackSource> = {
  camera: TrackSource.SOURCE_CAMERA,
  microphone: TrackSource.SOURCE_MICROPHONE,
  screen: TrackSource.SOURCE_SCREENSHARE,
  screen_audio: TrackSource.SOURCE_SCREENSHARE_AUDIO,
};
const lookEveryMs = 5;

interface Published {
  track: LocalTrack;
  sid: string;
  stop: () => void;
}

/** A participant with known picture and sound. */
export class Publisher {
  readonly #room = new Room();
  readonly #published = new Map<Source, Published>();

  static async join(url: string, token: string): Promise<Publisher> {
    const publisher = new Publisher();
    // Receive nothing: only the recorder is tested.
    await publisher.#room.connect(url, token, { autoSubscribe: false, dynacast: false });
    return publisher;
  }

  async video(kind: 'camera' | 'screen', video: Video): Promise<void> {
    const source = new VideoSource(video.width, video.height);
    const track = LocalVideoTrack.createVideoTrack(kind, source);
    const options = new TrackPublishOptions({
      source: sources[kind],
      simulcast: video.simulcast ?? false,
      videoEncoding: { maxBitrate: BigInt(video.bitrate ?? 1_700_000), maxFramerate: video.fps },
    });
    await this.#publish(kind, { track, options, stop: sendPictures(source, video) });
  }

  async sound(kind: 'microphone' | 'screen_audio', heard: MicrophoneContent): Promise<void> {
    const source = new AudioSource(sentSampleRate, 1, 0);
    const track = LocalAudioTrack.createAudioTrack(kind, source);
    // Without DTX, so that silence is sent as silence.
    const options = new TrackPublishOptions({ source: sources[kind], dtx: false });
    await this.#publish(kind, { track, options, stop: sendSound(source, heard) });
  }

  /** Sends a sound as the microphone, once, and silence after it. @returns after its last sample */
  async speak(samples: Int16Array): Promise<void> {
    const source = new AudioSource(sentSampleRate, 1, 0);
    const track = LocalAudioTrack.createAudioTrack('microphone', source);
    const options = new TrackPublishOptions({ source: sources.microphone, dtx: false });
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = sendFrames(source, sentSampleRate, (_at, first) => {
      if (first >= samples.length) resolve();
      const frame = new Int16Array(samplesPerFrame);
      frame.set(samples.subarray(first, first + samplesPerFrame));
      return frame;
    });
    await this.#publish('microphone', { track, options, stop });
    await promise;
  }

  /** Mutes a track as the page's button does. The library has no call for it, but the native client below it has. */
  mute(kind: Source, mute: boolean): void {
    const trackHandle = this.#of(kind).track.ffi_handle.handle;
    globalThis._ffiClientInstance?.request({
      message: { case: 'localTrackMute', value: { trackHandle, mute } },
    });
  }

  async unpublish(kind: Source): Promise<void> {
    const { sid, stop } = this.#of(kind);
    this.#published.delete(kind);
    stop();
    await this.#room.localParticipant?.unpublishTrack(sid);
  }

  async leave(): Promise<void> {
    for (const { stop } of this.#published.values()) stop();
    this.#published.clear();
    await this.#room.disconnect();
  }

  #of(kind: Source): Published {
    const published = this.#published.get(kind);
    if (!published) throw new Error(`this participant sends no ${kind}`);
    return published;
  }

  async #publish(
    kind: Source,
    made: { track: LocalTrack; options: TrackPublishOptions; stop: () => void },
  ): Promise<void> {
    const { track, options, stop } = made;
    try {
      const publication = await this.#room.localParticipant?.publishTrack(track, options);
      this.#published.set(kind, { track, stop, sid: publication?.sid ?? '' });
    } catch (error) {
      stop();
      throw error;
    }
  }
}

/** Sends frames by the clock. A flash begins and ends with an additional frame at its exact time. */
function sendPictures(source: VideoSource, { width, height, fps, show }: Video): () => void {
  const pictureAt = picturesOf({ width, height }, show);
  const begin = wallMs();
  let sent = 0;
  let wasFlashing = false;
  const timer = setInterval(() => {
    const at = wallMs();
    const flashes = 'flashes' in show && isFlashing(show.flashes, at);
    const due = Math.floor(((at - begin) * fps) / 1000);
    if (due < sent && flashes === wasFlashing) return;
    // A late publisher skips frames instead of catching up, as a camera does.
    sent = due + 1;
    wasFlashing = flashes;
    source.captureFrame(new VideoFrame(pictureAt(at, due), width, height, VideoBufferType.I420));
  }, lookEveryMs);
  return () => clearInterval(timer);
}

/** Sends every sample at its time. Late samples are sent at once, so that sound and pictures keep the same clock. */
function sendSound(source: AudioSource, heard: MicrophoneContent): () => void {
  return sendFrames(source, sentSampleRate * (1 + (heard.clockPpm ?? 0) / 1e6), soundOf(heard));
}

/** @param soundAt the samples of a frame that begins at a time; `first` is the number of its first sample */
function sendFrames(
  source: AudioSource,
  perSecond: number,
  soundAt: (at: number, first: number) => Int16Array,
): () => void {
  const begin = wallMs();
  let frames = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((wallMs() - begin) * perSecond) / 1000 / samplesPerFrame);
    for (; frames < due; frames++) {
      const first = frames * samplesPerFrame;
      const samples = soundAt(begin + (first * 1000) / perSecond, first);
      source
        .captureFrame(new AudioFrame(samples, sentSampleRate, 1, samplesPerFrame))
        .catch(() => clearInterval(timer));
    }
  }, lookEveryMs);
  return () => clearInterval(timer);
}
