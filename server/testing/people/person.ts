import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  type LocalTrackPublication,
  LocalVideoTrack,
  Room,
  RoomEvent,
  SimulateScenarioKind,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  type VideoCodec,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';

export type PersonSource = 'microphone' | 'camera' | 'screen' | 'screen_audio';

const sources: Record<PersonSource, TrackSource> = {
  microphone: TrackSource.SOURCE_MICROPHONE,
  camera: TrackSource.SOURCE_CAMERA,
  screen: TrackSource.SOURCE_SCREENSHARE,
  screen_audio: TrackSource.SOURCE_SCREENSHARE_AUDIO,
};

type Published = { publication: LocalTrackPublication; stop: () => void };

/**
 * A participant in a call without a browser: a real media client with a generated picture and tone. It cannot mute
 * itself (the library has no call for it), but the media server can mute it. A test file that uses it must end with
 * `dispose()` of `@livekit/rtc-node`, or its process does not exit.
 */
export class Person {
  readonly room = new Room();
  /** The media server's reason code, once the session has ended for good. */
  endedBecause: number | undefined;
  readonly #published = new Map<PersonSource, Published>();

  private constructor() {
    this.room.on(RoomEvent.Disconnected, (reason) => {
      this.endedBecause = reason;
      this.#stopAll();
    });
  }

  static async join(url: string, token: string): Promise<Person> {
    const person = new Person();
    await person.room.connect(url, token, { autoSubscribe: true, dynacast: false });
    return person;
  }

  get sid(): string {
    return this.room.localParticipant?.sid ?? '';
  }

  /** @param isMislabelled sends a tone as a camera track, or a picture as a microphone */
  async publish(
    source: PersonSource,
    { isMislabelled = false, videoCodec }: { isMislabelled?: boolean; videoCodec?: VideoCodec } = {},
  ): Promise<void> {
    const isPicture = (source === 'camera' || source === 'screen') !== isMislabelled;
    const made = isPicture ? picture(source) : tone(source);
    const options = new TrackPublishOptions({
      source: sources[source],
      simulcast: false,
      ...(videoCodec !== undefined && { videoCodec }),
    });
    try {
      const publication = await this.#local.publishTrack(made.track, options);
      // A hostile client sends a source twice: the first track stays, and is silent.
      this.#published.get(source)?.stop();
      this.#published.set(source, { stop: made.stop, publication });
    } catch (error) {
      made.stop();
      throw error;
    }
  }

  async unpublish(source: PersonSource): Promise<void> {
    const published = this.#published.get(source);
    if (!published) return;
    this.#published.delete(source);
    published.stop();
    await this.#local.unpublishTrack(published.publication.sid ?? '');
  }

  /** Simulates a network failure: `resume` keeps the media session, `full` begins a new one. */
  async reconnect(how: 'resume' | 'full'): Promise<void> {
    const { SIMULATE_SIGNAL_RECONNECT, SIMULATE_FULL_RECONNECT } = SimulateScenarioKind;
    await this.room.simulateScenario(how === 'full' ? SIMULATE_FULL_RECONNECT : SIMULATE_SIGNAL_RECONNECT);
  }

  async leave(): Promise<void> {
    this.#stopAll();
    await this.room.disconnect();
  }

  get #local() {
    if (!this.room.localParticipant) throw new Error('not in a room');
    return this.room.localParticipant;
  }

  #stopAll(): void {
    for (const { stop } of this.#published.values()) stop();
    this.#published.clear();
  }
}

const picture = (name: string) => {
  const [width, height] = [320, 180];
  const source = new VideoSource(width, height);
  const luma = width * height;
  let shade = 0;
  const timer = setInterval(() => {
    shade = (shade + 16) % 256;
    const data = new Uint8Array((luma * 3) / 2).fill(shade, 0, luma).fill(128, luma);
    source.captureFrame(new VideoFrame(data, width, height, VideoBufferType.I420));
  }, 100);
  return { track: LocalVideoTrack.createVideoTrack(name, source), stop: () => clearInterval(timer) };
};

/** A steady tone, which LiveKit detects as speech. */
export const tone = (name: string) => {
  const [rate, perFrame] = [48_000, 960];
  const source = new AudioSource(rate, 1);
  let at = 0;
  const timer = setInterval(() => {
    const samples = new Int16Array(perFrame);
    for (let i = 0; i < perFrame; i += 1, at += 1)
      samples[i] = 8_000 * Math.sin((2 * Math.PI * 440 * at) / rate);
    source.captureFrame(new AudioFrame(samples, rate, 1, perFrame)).catch(() => clearInterval(timer));
  }, 20);
  return { track: LocalAudioTrack.createAudioTrack(name, source), stop: () => clearInterval(timer) };
};
