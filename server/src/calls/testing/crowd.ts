import { mayPublishAll } from '../../engines/media/media.ts';
import type { FakePerson } from '../../engines/media/testing/fake.ts';
import { newId } from '../../platform/ids.ts';
import type { CallScene } from './call-scene.ts';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** The expected data of one media session. */
export interface CrowdSession {
  sid: string;
  participantId: string;
  entryId: string;
  hidden: boolean;
  cameAt: number;
  leftAt: number | null;
}

/** The time during which a track was published, muted or not. */
export interface TrackTime {
  sid: string;
  source: 'microphone' | 'camera' | 'screen';
  from: number;
  until: number | null;
}

const publishable = ['microphone', 'camera', 'screen'] as const;

interface Present {
  person: FakePerson;
  session: CrowdSession;
  muted: Set<string>;
  tracks: TrackTime[];
}

/** People who enter, leave, reconnect and publish at random, with the expected data of it. */
export class Crowd {
  readonly sessions: CrowdSession[] = [];
  readonly tracks: TrackTime[] = [];
  readonly people = new Map<string, string>();
  readonly #present = new Map<string, Present>();
  readonly #hidden = new Set<string>();
  readonly #scene: CallScene;
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(scene: CallScene, clock: Clock, random: Random) {
    this.#scene = scene;
    this.#clock = clock;
    this.#random = random;
  }

  /** Makes six participants and a hidden one; the last two of the six are the same person. */
  async invite(): Promise<void> {
    const browsers = ['a', 'b', 'c', 'd', 'e', 'e'];
    for (const browser of browsers) this.people.set(await this.#scene.makePerson({ browser }), browser);
    const service = await this.#scene.makePerson();
    this.people.set(service, 'service');
    this.#hidden.add(service);
  }

  async act(): Promise<void> {
    const id = this.#random.pick([...this.people.keys()]);
    const present = this.#present.get(id);
    if (!present) return this.#come(id, newId());
    const action = this.#random.pick([
      'leave',
      'leave',
      'reconnect',
      'again',
      'publish',
      'publish',
      'unpublish',
      'mute',
    ]);
    if (action === 'leave') this.#leave(id, present);
    else if (action === 'reconnect') await this.#come(id, present.session.entryId);
    else if (action === 'again') await this.#come(id, newId());
    else this.#send(present, action);
  }

  async everybodyLeaves(): Promise<void> {
    for (const [id, present] of this.#present) this.#leave(id, present);
  }

  async #come(id: string, entryId: string): Promise<void> {
    const before = this.#present.get(id);
    if (before) this.#end(before);
    const hidden = this.#hidden.has(id);
    const person = await this.#scene.join(id, { entryId, hidden });
    const session = {
      sid: person.sid,
      participantId: id,
      entryId,
      hidden,
      cameAt: this.#now(),
      leftAt: null,
    };
    this.sessions.push(session);
    this.#present.set(id, { person, session, muted: new Set(), tracks: [] });
  }

  #leave(id: string, present: Present): void {
    this.#end(present);
    present.person.leave();
    this.#present.delete(id);
  }

  #end({ session, tracks }: Present): void {
    session.leftAt = this.#now();
    for (const track of tracks) track.until ??= this.#now();
  }

  #send({ person, tracks, muted }: Present, action: string): void {
    const source = this.#random.pick(publishable);
    const on = tracks.find((track) => track.source === source && track.until === null);
    if (action === 'publish' && !on) {
      person.publish(source);
      const sid = person.describe().tracks.find((track) => track.source === source)?.sid ?? '';
      const track: TrackTime = { sid, source, from: this.#now(), until: null };
      tracks.push(track);
      this.tracks.push(track);
      muted.delete(source);
    } else if (action === 'unpublish' && on) {
      person.allow({ ...mayPublishAll, [source]: false });
      person.allow(mayPublishAll);
      on.until = this.#now();
    } else if (action === 'mute' && on) {
      if (!muted.delete(source)) muted.add(source);
      person.setMuted(source, muted.has(source));
    }
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
