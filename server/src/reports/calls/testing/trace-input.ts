import type { Random } from '../../../calls/testing/random.ts';
import { type Activity, activities, type ByActivity, type CallInput, type VisitInput } from '../model.ts';
import { type Happening, type Trace, type TraceParticipant, traceKeyOf } from './happenings.ts';

const none = <T>(): ByActivity<T[]> => ({ tab: [], microphone: [], camera: [], screen: [], speaking: [] });

interface OpenVisit {
  visit: VisitInput;
  since: Map<Activity, number>;
}

/** Stores what happened as the server would: a visit for each connection, with the intervals of its activities. */
class Recorder {
  readonly visits: VisitInput[] = [];
  readonly #open = new Map<string, OpenVisit>();

  record(happening: Happening): void {
    const { at } = happening;
    if (happening.what === 'join') {
      const { participantId, entryId } = happening;
      const visit = { participantId, entryId, online: { start: at, end: at }, activities: none<never>() };
      this.visits.push(visit);
      this.#open.set(happening.connection, { visit, since: new Map() });
    } else if (happening.what === 'leave') this.#close(at, (id) => id === happening.connection);
    else if (happening.what === 'remove')
      this.#close(at, (_, { visit }) => visit.participantId === happening.participantId);
    else if (happening.what === 'media server killed') this.closeAll(at);
    else if (happening.what === 'on' || happening.what === 'off') {
      const open = this.#open.get(happening.connection);
      if (open && happening.what === 'on') open.since.set(happening.activity, at);
      else if (open) end(open, happening.activity, at);
    }
  }

  closeAll(at: number): void {
    this.#close(at, () => true);
  }

  #close(at: number, isMeant: (id: string, open: OpenVisit) => boolean): void {
    for (const [id, open] of this.#open) {
      if (!isMeant(id, open)) continue;
      open.visit.online.end = at;
      for (const activity of activities) end(open, activity, at);
      this.#open.delete(id);
    }
  }
}

function end({ visit, since }: OpenVisit, activity: Activity, at: number): void {
  const start = since.get(activity);
  if (start !== undefined) visit.activities[activity].push({ start, end: at });
  since.delete(activity);
}

/** Adds what a table may hold beside the plain truth, none of which may change a figure. */
function addNoise(visits: VisitInput[], trace: Trace, random: Random): void {
  for (const visit of visits) {
    for (const activity of activities) {
      const list = visit.activities[activity];
      // An event that came late: the interval is longer than the visit.
      for (const interval of list) {
        if (interval.start === visit.online.start && random.chance(0.3))
          interval.start -= random.below(20_000);
        if (interval.end === visit.online.end && random.chance(0.3)) interval.end += random.below(20_000);
      }
      const [first] = list;
      if (!first || random.chance(0.8)) continue;
      // An end without its start, an end before its start, a report that came twice.
      const within = first.start + random.below(Math.max(first.end - first.start, 1));
      list.push(
        { start: within, end: within },
        { start: first.end, end: first.start },
        { start: within, end: first.end },
      );
      visit.activities[activity] = random.shuffled(list);
    }
    // The exit was noticed after a moderator had ended the call, the entry was dated before its beginning.
    if (visit.online.end === trace.until && random.chance(0.3)) visit.online.end += random.below(3_000);
    if (visit.online.start === trace.start && random.chance(0.1)) visit.online.start -= random.below(3_000);
  }
}

const participantInputOf = (participant: TraceParticipant): CallInput['participants'][number] => ({
  ...participant,
  personKey: traceKeyOf(participant),
  role: 'user',
  externalMeetingId: null,
  email: null,
  phone: null,
  fields: {},
  isErased: false,
  deviceType: null,
  platform: null,
  platformVersion: null,
  browser: null,
  browserVersion: null,
  referer: null,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmContent: null,
  utmTerm: null,
  ip: null,
});

/** The rows that the server would have of a trace, in any order and with noise. */
export function callInputOf(trace: Trace, random: Random): CallInput {
  const recorder = new Recorder();
  for (const happening of trace.happenings) recorder.record(happening);
  recorder.closeAll(trace.until);
  const { visits } = recorder;
  addNoise(visits, trace, random);
  // A visit that would end before it begins belongs to no time.
  for (const visit of visits.filter(() => random.chance(0.03)))
    visits.push({
      ...visit,
      online: { start: visit.online.end + 1_000, end: visit.online.start - 1_000 },
      activities: none(),
    });
  return {
    start: trace.start,
    until: trace.until,
    isFinal: trace.isFinal,
    participants: random.shuffled(trace.participants.map(participantInputOf)),
    visits: random.shuffled(visits),
  };
}
