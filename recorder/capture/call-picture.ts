import type { Room } from '@livekit/rtc-node';
import { CallConnection } from '../call/connection.ts';
import { MainSpeaker } from '../call/main-speaker.ts';
import { People, type PeopleHooks } from '../call/people.ts';
import { Subscriptions } from '../call/subscriptions.ts';
import type { Job } from '../folder/job.ts';
import type { Size } from '../picture/rect.ts';
import type { Picture, Scene } from '../picture/scene.ts';
import type { SpeakingTurns } from '../sound/speaking-turns.ts';
import type { StageWatch } from './stage-watch.ts';

const lookEveryMs = 250;
/** The first picture waits so long for the cameras that are on. */
const firstVideosMs = 1_500;
/** After a loss of the media server people return one by one; the last picture stays until the first is back. */
const comeBackMs = 20_000;
/** A shorter interruption of signalling alone is not reported: the media went on. */
const toldAfterMs = 400;

export interface CallPictureSettings {
  job: Job;
  picture: Picture;
  onSound: PeopleHooks['onSound'];
  turnsOf: (participantId: string) => SpeakingTurns | undefined;
  stage: StageWatch;
  /** Participants present, reported a few times a second, but not while the media server is away. */
  onPresent: (participantIds: ReadonlySet<string>) => void;
  onJoined: () => void;
  /** The media server has been away for so many seconds. */
  onLost: (seconds: number) => void;
  log: (text: string) => void;
}

export interface DrawnPicture {
  bytes: Uint8Array;
  size: Size;
  stage: Scene['stage'];
  tiles: Picture['tiles'];
}

/** The call as it looks now: the people in it, the tracks that we receive, and the picture of them. */
export class CallPicture {
  readonly #settings: CallPictureSettings;
  readonly #people: People;
  readonly #connection: CallConnection;
  readonly #subscriptions = new Subscriptions();
  readonly #main = new MainSpeaker();
  readonly #timer: NodeJS.Timeout;
  #state: 'joining' | 'in' | 'lost' | 'ended' = 'joining';
  #lostAt: number | undefined;
  #isLossTold = false;
  #cameBackAt = Number.NEGATIVE_INFINITY;
  #peopledAt: number | undefined;
  #size: Size;
  #last: DrawnPicture | undefined;

  constructor(settings: CallPictureSettings) {
    const { job, turnsOf, onSound } = settings;
    this.#settings = settings;
    this.#size = { width: job.width, height: job.height };
    const isSpeaking = (id: string): boolean => turnsOf(id)?.isSpeaking ?? false;
    this.#people = new People({ onStage: job.onStage, onSound, isSpeaking });
    this.#connection = new CallConnection(job, {
      onJoined: (room, isSame) => this.#onJoined(room, isSame),
      onLost: () => this.#onLost(),
      onEnded: () => {
        this.#state = 'ended';
      },
      log: settings.log,
    });
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  get isEnded(): boolean {
    return this.#state === 'ended';
  }

  /** Milliseconds since the media server was lost; undefined while connected. */
  get awayFor(): number | undefined {
    return this.#lostAt === undefined ? undefined : performance.now() - this.#lostAt;
  }

  /** Whether somebody is in the room and the videos that are on have arrived or had the time to. */
  get canBegin(): boolean {
    if (this.#state !== 'in' || this.#peopledAt === undefined) return false;
    if (performance.now() - this.#peopledAt > firstVideosMs) return true;
    const people = this.#people.scene;
    this.#people.drawn();
    const isSeen = (id: string, source: 'camera' | 'screen'): boolean =>
      people.some((person) => person.participantId === id && person[source] !== undefined);
    return this.#people.videos.every(({ participantId, source }) => isSeen(participantId, source));
  }

  nameOf(participantId: string): string {
    return this.#people.nameOf(participantId);
  }

  /** The picture at `t` seconds; the last one while the media server is away. */
  draw(t: number): DrawnPicture {
    if (this.#isFrozen && this.#last) return this.#last;
    const { picture } = this.#settings;
    const scene = this.#scene(t);
    const bytes = picture.draw(scene, t);
    this.#people.drawn();
    this.#last = { bytes, size: this.#size, stage: scene.stage, tiles: picture.tiles };
    return this.#last;
  }

  resize(size: Size): void {
    this.#size = size;
    this.#settings.picture.resize(size);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#people.close();
    await this.#connection.close();
  }

  get #isFrozen(): boolean {
    if (this.#state !== 'in') return true;
    return this.#people.ids.size === 0 && performance.now() - this.#cameBackAt < comeBackMs;
  }

  #onJoined(room: Room, isSame: boolean): void {
    if (this.#state === 'ended') return;
    if (this.#state === 'lost') this.#cameBackAt = performance.now();
    this.#state = 'in';
    this.#tellLoss(isSame ? toldAfterMs : 0);
    this.#people.enter(room);
    if (this.#lostAt === undefined || this.#isLossTold) this.#settings.onJoined();
    this.#lostAt = undefined;
    this.#isLossTold = false;
    this.#look();
  }

  #onLost(): void {
    if (this.#state !== 'in') return;
    this.#state = 'lost';
    this.#lostAt = performance.now();
  }

  #tellLoss(fromMs = toldAfterMs): void {
    const away = this.awayFor;
    if (this.#isLossTold || away === undefined || away < fromMs) return;
    this.#isLossTold = true;
    this.#settings.onLost(away / 1000);
  }

  #look(): void {
    this.#tellLoss();
    if (this.#isFrozen) return;
    this.#people.refresh();
    const ids = this.#people.ids;
    if (ids.size > 0) this.#peopledAt ??= performance.now();
    this.#main.keepOnly(ids);
    this.#settings.onPresent(ids);
    const sent = this.#people.videos;
    const by = (source: 'camera' | 'screen'): Set<string> =>
      new Set(sent.filter((video) => video.source === source).map(({ participantId }) => participantId));
    const { shown: stage } = this.#settings.stage;
    const scene = { people: this.#people.scene, speakerId: this.#main.participantId, stage };
    const wanted = this.#settings.picture.wanted(scene, { cameras: by('camera'), screens: by('screen') });
    this.#subscriptions.update(sent, wanted, performance.now());
  }

  #scene(t: number): Scene {
    const people = this.#people.scene;
    const speaking = people
      .filter(({ isMuted }) => !isMuted)
      .map(({ participantId }) => {
        const turns = this.#settings.turnsOf(participantId);
        return { participantId, since: turns?.since, lastLoud: turns?.lastLoud ?? Number.NEGATIVE_INFINITY };
      });
    return { people, speakerId: this.#main.update(speaking, t), stage: this.#settings.stage.shown };
  }
}
