import type { Random } from '../../../calls/testing/random.ts';
import { type Activity, activities } from '../model.ts';
import {
  type Happening,
  isReported,
  type PersonKeys,
  type Trace,
  type TraceParticipant,
} from './happenings.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Few names and few ids: people share names, and an external id may equal another person's account or browser. */
const names = ['Anna', 'Boris', 'Анна', 'نور', '🦊'];
const ids = ['1', '2', '3', '4', '5', '6', '7', '8'];

interface Human {
  keys: Omit<PersonKeys, 'browser'>;
  /** A person who is known by the browser only has one browser. */
  browsers: string[];
  participants: TraceParticipant[];
}

interface Connected {
  id: string;
  human: Human;
  participantId: string;
  entryId: string;
  on: Set<string>;
}

/** The course of a meeting: its length, how finely time is measured, and how many things happen. */
export interface TraceKind {
  /** Happenings are at multiples of it, in milliseconds. */
  grain: number;
  length: number;
  steps: number;
  people: number;
  end: 'everybody leaves' | 'a moderator ends it' | 'running';
  /**
   * Only what a server with a media server can be made to do: a participant has one connection at a time.
   */
  isPlayable: boolean;
}

/** A kind of meeting by chance: mostly short ones, some over midnight, some longer than a day. */
export function randomKind(random: Random, grain: number): TraceKind {
  const lot = random.next();
  const [least, most] =
    lot < 0.05
      ? [0, minute]
      : lot < 0.9
        ? [minute, hour]
        : lot < 0.97
          ? [hour, 12 * hour]
          : [24 * hour, 60 * hour];
  return {
    grain,
    length: least + random.below(most - least),
    steps: 5 + random.below(80),
    people: 1 + random.below(7),
    end: random.pick(['everybody leaves', 'everybody leaves', 'a moderator ends it', 'running']),
    isPlayable: false,
  };
}

/** Makes a meeting by chance: `happenings` are what its people, pages and servers do, in order. */
class RandomMeeting {
  readonly happenings: Happening[] = [];
  readonly #random: Random;
  readonly #kind: TraceKind;
  readonly #humans: Human[] = [];
  readonly #connected: Connected[] = [];
  #now: number;
  #made = 0;

  constructor(random: Random, kind: TraceKind) {
    this.#random = random;
    this.#kind = kind;
    // Somewhere in 2026, and for half of the meetings shortly before midnight.
    const day = Date.UTC(2026, 0, 1 + random.below(365));
    const time = random.chance(0.5) ? 24 * hour - random.below(30 * minute) : random.below(24 * hour);
    this.#now = day + this.#rounded(time);
    for (let human = 0; human < kind.people; human += 1) this.#humans.push(this.#newHuman(human));
  }

  run(): Trace {
    const { length, steps, end } = this.#kind;
    const start = this.#now;
    this.#join(this.#random.pick(this.#humans));
    for (let step = 0; step < steps; step += 1) {
      this.#wait((2 * length) / steps);
      this.#act();
    }
    // A call that is empty already ended when the last person left.
    const isOver = end === 'everybody leaves' || (end !== 'running' && this.#connected.length === 0);
    if (isOver)
      for (const { id } of [...this.#connected]) {
        this.#wait(minute);
        this.#leave(id);
      }
    else this.#wait(minute);
    // Somebody may leave while the server is away: the call ended then, not when it was back.
    const isOfPeople = ({ what }: Happening) => what !== 'server killed' && what !== 'server back';
    const last = this.happenings.findLast(isOfPeople)?.at ?? start;
    return {
      start,
      until: isOver ? last : this.#now,
      isFinal: end !== 'running',
      participants: this.#humans.flatMap(({ participants }) => participants),
      happenings: this.happenings,
    };
  }

  /** A person is known by an external id, by an account, by both, or by the browser only. */
  #newHuman(number: number): Human {
    const at = (index: number) => ids[index % ids.length] ?? '';
    const known = this.#random.below(4);
    const externalUserId = known === 0 || known === 1 ? at(number) : null;
    const userId = known === 1 || known === 2 ? at(number + 1) : null;
    const browsers = known === 3 ? [at(number)] : ids;
    const human: Human = { keys: { externalUserId, userId }, browsers, participants: [] };
    this.#newParticipant(human);
    return human;
  }

  /** Another link, another device or another name of the same person. */
  #newParticipant(human: Human): TraceParticipant {
    const participant = {
      ...human.keys,
      id: this.#newId('participant'),
      browser: this.#random.pick(human.browsers),
      name: this.#random.pick(names),
      joinedAt: this.#now,
    };
    human.participants.push(participant);
    return participant;
  }

  #act(): void {
    const action = this.#random.below(100);
    const connected = this.#connected[this.#random.below(this.#connected.length)];
    if (!connected || action < 14) this.#join(this.#random.pick(this.#humans));
    else if (action < 22) this.#leave(connected.id);
    else if (action < 70) this.#switch(connected);
    else if (action < 80) this.#reconnect([connected]);
    else if (action < 86) this.#join(connected.human);
    else if (action < 91) this.#rename(connected);
    else if (action < 95) this.#removeAndReturn(connected);
    else if (action < 98) this.#killServer();
    else this.#killMediaServer();
  }

  #join(human: Human, again: { participantId?: string; entryId?: string } = {}): void {
    const known = again.participantId ?? this.#random.pick(human.participants).id;
    const isTaken =
      this.#kind.isPlayable && this.#connected.some(({ participantId }) => participantId === known);
    const isNew = isTaken || (!again.participantId && this.#random.chance(0.3));
    const connected: Connected = {
      id: this.#newId('connection'),
      human,
      participantId: isNew ? this.#newParticipant(human).id : known,
      entryId: again.entryId ?? this.#newId('entry'),
      on: new Set(),
    };
    const { id, participantId, entryId } = connected;
    this.#connected.push(connected);
    this.#happen({ what: 'join', connection: id, participantId, entryId });
    for (const activity of activities)
      if (this.#random.chance(activity === 'tab' ? 0.8 : 0.2)) this.#switch(connected, activity);
  }

  #leave(id: string): void {
    this.#happen({ what: 'leave', connection: id });
    this.#forget((connected) => connected.id === id);
  }

  #switch(connected: Connected, activity = this.#random.pick(activities)): void {
    const what = connected.on.delete(activity) ? 'off' : 'on';
    if (what === 'on') connected.on.add(activity);
    this.#happen({ what, connection: connected.id, activity });
  }

  #reconnect(all: Connected[]): void {
    for (const { id } of all) this.#leave(id);
    this.#comeBack(all);
  }

  #comeBack(all: Connected[]): void {
    for (const { human, participantId, entryId } of all) {
      this.#wait(10_000);
      this.#join(human, { participantId, entryId });
    }
  }

  #rename({ id, human }: Connected): void {
    this.#leave(id);
    this.#wait(5_000);
    this.#join(human, { participantId: this.#newParticipant(human).id });
  }

  #removeAndReturn({ participantId, human }: Connected): void {
    this.#happen({ what: 'remove', participantId });
    this.#forget((connected) => connected.participantId === participantId);
    this.#wait(5 * minute);
    if (this.#random.chance(0.7)) this.#join(human, { participantId });
  }

  /** People go on meanwhile. The reports of their pages reach the server when it is back. */
  #killServer(): void {
    this.#happen({ what: 'server killed' });
    const unreported: [Connected, Activity][] = [];
    for (const connected of [...this.#connected]) {
      this.#wait(5_000);
      const activity = this.#random.pick(activities);
      if (this.#random.chance(0.2)) this.#leave(connected.id);
      else if (isReported(activity)) unreported.push([connected, activity]);
      else this.#switch(connected, activity);
    }
    this.#wait(5_000);
    this.#happen({ what: 'server back' });
    for (const [connected, activity] of unreported) this.#switch(connected, activity);
  }

  #killMediaServer(): void {
    this.#happen({ what: 'media server killed' });
    const all = this.#connected.splice(0);
    this.#comeBack(all.filter(() => this.#random.chance(0.8)));
  }

  #forget(isGone: (connected: Connected) => boolean): void {
    const rest = this.#connected.filter((connected) => !isGone(connected));
    this.#connected.splice(0, this.#connected.length, ...rest);
  }

  #happen(
    happening: Happening extends infer H ? (H extends Happening ? Omit<H, 'at'> : never) : never,
  ): void {
    this.happenings.push({ ...happening, at: this.#now });
  }

  #wait(atMost: number): void {
    this.#now += this.#rounded(this.#random.below(atMost + 1));
  }

  #rounded(time: number): number {
    return time - (time % this.#kind.grain);
  }

  #newId(what: string): string {
    this.#made += 1;
    return `${what} ${this.#made}`;
  }
}

export const randomTrace = (random: Random, kind: TraceKind): Trace => new RandomMeeting(random, kind).run();
