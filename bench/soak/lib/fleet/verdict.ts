/** Compares the outcome with the promises. The functions are pure, so that a test can show that each fails. */

export interface ReceivedEvent {
  /** The header `webhook-id`. */
  id: string;
  eventName: string;
  roomId: string;
  callId: string | undefined;
  recordId: string | undefined;
  /** The signed bytes. */
  body: string;
}

export interface AnnouncedEvent {
  id: string;
  eventName: string;
}

const ends = ['record_finished', 'record_aborted', 'record_failed'];

/** Events that may not come before others of the same call or record. */
const orders: { first: string; later: string[]; of: 'callId' | 'recordId' }[] = [
  { first: 'call_started', later: ['call_finished'], of: 'callId' },
  { first: 'record_started', later: ends, of: 'recordId' },
];

/** Each announced event must come, under its own id with the same bytes each time, and in order. */
export function webhookFaults(announced: AnnouncedEvent[], received: ReceivedEvent[]): string[] {
  const faults: string[] = [];
  const bodies = new Map<string, string>();
  for (const { id, body } of received) {
    if ((bodies.get(id) ?? body) !== body) faults.push(`event ${id} came with other bytes`);
    bodies.set(id, body);
  }
  for (const { id, eventName } of announced) {
    if (!bodies.has(id)) faults.push(`${eventName} ${id} never came`);
  }
  const known = new Set(announced.map(({ id }) => id));
  for (const id of bodies.keys()) if (!known.has(id)) faults.push(`event ${id} was never announced`);
  const firsts = received.filter(({ id }, at) => received.findIndex((one) => one.id === id) === at);
  for (const { first, later, of } of orders) {
    for (const [at, event] of firsts.entries()) {
      if (event.eventName !== first || event[of] === undefined) continue;
      const early = firsts.slice(0, at).find((one) => one[of] === event[of] && later.includes(one.eventName));
      if (early) faults.push(`${early.eventName} of ${event[of]} came before ${first}`);
    }
  }
  for (const recordId of new Set(firsts.flatMap((one) => one.recordId ?? []))) {
    const count = firsts.filter((one) => one.recordId === recordId && ends.includes(one.eventName)).length;
    if (count !== 1) faults.push(`record ${recordId} has ${count} final events`);
  }
  return faults;
}

export interface RecordOutcome {
  id: string;
  state: string;
  failure: string | null;
  isPartial: boolean;
  /** Seconds, by the record. */
  duration: number | null;
  startedAt: Date | null;
  stoppedAt: Date | null;
  stopReason: string | null;
  /** Seconds of pictures in the file; undefined without a file. */
  inFile: number | undefined;
}

/** Failures that are acceptable when the node, the media server or everything is killed. */
const honestFailures = ['no_picture', 'recorder_lost', 'media_lost', 'recorder_busy'];
const mostOffSeconds = 2;

/** A recording must end well or with a known failure, and its file must be as long as the record says. */
export function recordFaults(records: RecordOutcome[]): string[] {
  return records.flatMap((record) => {
    const { id, state, failure, isPartial, duration, startedAt, stoppedAt, inFile } = record;
    const fault = (text: string) => [`record ${id}: ${text}`];
    if (state === 'aborted') return [];
    if (state === 'failed') {
      if (!honestFailures.includes(failure ?? '')) return fault(`failed as ${failure}`);
      return startedAt && failure === 'no_picture' ? fault('it had a picture and failed as no_picture') : [];
    }
    if (state !== 'finished') return fault(`it is left as ${state}`);
    if (duration === null || inFile === undefined) return fault('it has no file');
    if (Math.abs(inFile - duration) > 0.5)
      return fault(`its file lasts ${inFile} s, and is said to last ${duration} s`);
    const ran = startedAt && stoppedAt ? (stoppedAt.getTime() - startedAt.getTime()) / 1000 : Number.NaN;
    if (isPartial) return inFile > ran + mostOffSeconds ? fault(`it lasts ${inFile} s of ${ran} s`) : [];
    return Math.abs(ran - inFile) <= mostOffSeconds
      ? []
      : fault(`it lasts ${inFile} s, and ran for ${ran} s`);
  });
}

/** Every acknowledged room must be there once, and no others. */
export function writeFaults(acknowledged: string[], found: string[]): string[] {
  const wanted = new Set(acknowledged);
  const lost = acknowledged.filter((name) => !found.includes(name));
  const twice = found.filter((name, at) => found.indexOf(name) !== at);
  const invented = found.filter((name) => !wanted.has(name));
  return [
    ...lost.map((name) => `the acknowledged room ${name} is not there`),
    ...twice.map((name) => `the room ${name} is there twice`),
    ...invented.map((name) => `the room ${name} was never acknowledged`),
  ];
}

/** A time in which nodes may log requests refused with this code. */
export interface AllowedOutage {
  code: string;
  from: number;
  to: number;
}

function isOfOutage(line: string, outages: AllowedOutage[]): boolean {
  if (!line.startsWith('{')) return false;
  const { msg, code, time } = JSON.parse(line);
  const at = Date.parse(time);
  const isNow = (outage: AllowedOutage) => outage.code === code && outage.from <= at && at <= outage.to;
  return msg === 'a request failed' && outages.some(isNow);
}

/** The fields of a log line that say what happened, without the stack. */
function shorten(line: string): string {
  if (!line.startsWith('{')) return line.slice(0, 500);
  const { time, msg, code, err, ...rest } = JSON.parse(line);
  return JSON.stringify({ time, msg, code, error: err?.message, ...rest }).slice(0, 500);
}

/** Errors in a node's log that no outage explains, and output that is not a log line. */
export function logFaults(node: string, output: string, outages: AllowedOutage[]): string[] {
  return output
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line) || /^(Uncaught|\s*at |\w*Error:)/.test(line))
    .filter((line) => !isOfOutage(line, outages))
    .map((line) => `${node} logged: ${shorten(line)}`);
}
