import type { Interval } from '../../people/model.ts';
import { type Activity, activities, type Measure } from '../model.ts';
import { type Happening, type Trace, traceKeyOf } from './happenings.ts';

const measures: readonly Measure[] = ['online', ...activities];

/** The counts of the simulation for one person, in milliseconds. */
export interface SimulatedPerson {
  visits: number;
  firstEntryAt: number;
  lastExitAt: number;
  totals: Record<Measure, number>;
  /** The longest possible runs of steps in which the measure held. */
  runs: Record<Measure, Interval[]>;
}

export interface Simulation {
  people: Map<string, SimulatedPerson>;
  /** The sum over all steps of the people present, in milliseconds. */
  area: number;
  /** The people present, from each moment at which their number changed. */
  curve: { at: number; people: number }[];
}

interface Connected {
  person: SimulatedPerson;
  participantId: string;
  on: Set<Activity>;
}

/** The connections at a moment, and what is on in them. */
class Meeting {
  readonly people = new Map<string, SimulatedPerson>();
  readonly connected = new Map<string, Connected>();
  readonly #entries = new Set<string>();
  readonly #trace: Trace;

  constructor(trace: Trace) {
    this.#trace = trace;
  }

  apply(happening: Happening): void {
    switch (happening.what) {
      case 'join':
        this.#join(happening);
        break;
      case 'leave':
        this.#leave(happening.connection, happening.at);
        break;
      case 'on':
        this.connected.get(happening.connection)?.on.add(happening.activity);
        break;
      case 'off':
        this.connected.get(happening.connection)?.on.delete(happening.activity);
        break;
      case 'remove':
        for (const [id, { participantId }] of this.connected)
          if (participantId === happening.participantId) this.#leave(id, happening.at);
        break;
      case 'media server killed':
        this.leaveAll(happening.at);
        break;
      // Nobody in the call notices.
      case 'server killed':
      case 'server back':
    }
  }

  leaveAll(at: number): void {
    for (const id of this.connected.keys()) this.#leave(id, at);
  }

  #join({ at, connection, participantId, entryId }: Happening & { what: 'join' }): void {
    const participant = this.#trace.participants.find(({ id }) => id === participantId);
    if (!participant) throw new Error(`no participant ${participantId}`);
    const key = traceKeyOf(participant);
    const person = this.people.get(key) ?? newPerson(Math.max(at, this.#trace.start));
    this.people.set(key, person);
    if (!this.#entries.has(entryId)) person.visits += 1;
    this.#entries.add(entryId);
    this.connected.set(connection, { person, participantId, on: new Set() });
  }

  #leave(connection: string, at: number): void {
    const { person } = this.connected.get(connection) ?? {};
    if (!person) return;
    this.connected.delete(connection);
    const exit = Math.max(at, this.#trace.start);
    if (exit > person.lastExitAt) person.lastExitAt = exit;
  }
}

function newPerson(at: number): SimulatedPerson {
  return {
    visits: 0,
    firstEntryAt: at,
    lastExitAt: at,
    totals: { online: 0, tab: 0, microphone: 0, camera: 0, screen: 0, speaking: 0 },
    runs: { online: [], tab: [], microphone: [], camera: [], screen: [], speaking: [] },
  };
}

/** Whether a measure holds in a connection. Nobody speaks whose microphone is off. */
const holdsIn = ({ on }: Connected, measure: Measure): boolean =>
  measure === 'online' || (on.has(measure) && (measure !== 'speaking' || on.has('microphone')));

/** Counts one step of one person: a measure holds if it holds in any connection of that person. */
function count(person: SimulatedPerson, connected: Connected[], { start, end }: Interval): void {
  for (const measure of measures) {
    let holds = false;
    for (const connection of connected)
      if (connection.person === person && holdsIn(connection, measure)) holds = true;
    if (!holds) continue;
    person.totals[measure] += end - start;
    const last = person.runs[measure].at(-1);
    if (last?.end === start) last.end = end;
    else person.runs[measure].push({ start, end });
  }
}

/**
 * Walks through the call step by step and counts for each person what held in the step. It is slow and simple on
 * purpose: the report is compared with it. A step lasts one second, which is exact if everything happens on whole
 * seconds, or until the next happening, which is always exact.
 */
export function simulate(trace: Trace, step: 'second' | 'happening'): Simulation {
  const meeting = new Meeting(trace);
  const { happenings, until } = trace;
  const curve: Simulation['curve'] = [];
  let [next, area] = [0, 0];
  for (let start = trace.start; start < until; ) {
    for (; (happenings[next]?.at ?? until) <= start; next += 1) meeting.apply(happenings[next] as Happening);
    const end = Math.min(step === 'second' ? start + 1000 : (happenings[next]?.at ?? until), until);
    const connected = [...meeting.connected.values()];
    const present = new Set(connected.map(({ person }) => person));
    for (const person of present) count(person, connected, { start, end });
    area += present.size * (end - start);
    if (present.size !== (curve.at(-1)?.people ?? 0)) curve.push({ at: start, people: present.size });
    start = end;
  }
  for (; (happenings[next]?.at ?? Number.POSITIVE_INFINITY) <= until; next += 1)
    meeting.apply(happenings[next] as Happening);
  meeting.leaveAll(until);
  if (curve.at(-1)?.people) curve.push({ at: until, people: 0 });
  return { people: meeting.people, area, curve };
}
