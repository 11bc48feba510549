import { now } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { type Effects, runAll } from '../../platform/effects.ts';
import { Refusal } from '../../platform/errors.ts';
import { removeRecord } from '../../records/records.ts';
import { type AskedCall, type Call, readingMethods } from '../calls.ts';
import { noteEvent } from '../hooks/events.store.ts';
import { fail } from '../request/failures.ts';
import type { Parameters } from '../request/query.ts';
import { cut, isTrue, metadataIn, mostMeta, nameOfMeta, numberOf } from '../request/values.ts';
import type { XmlElement } from '../xml/write.ts';
import { addressOfPlayback } from './playback/addresses.ts';
import type { PlaybackPageParts } from './playback/open.ts';
import {
  changeRecordings,
  countRecordings,
  listRecordings,
  lockRecordings,
  markRecordingsDeleted,
  type RecordingFilters,
  type RecordingRow,
  setPublished,
} from './recordings.store.ts';

export interface RecordingCallParts extends PlaybackPageParts {
  /** In the transaction that deletes a record. An effect throws a refusal if something uses it. */
  onRecordDeleting: Effects<{ recordId: string; force: boolean }>;
}

/** WordPress ends its lists with a comma: an empty entry names nothing. */
function listIn(parameters: Parameters, name: string): string[] | undefined {
  const entries = (parameters.get(name) ?? '').split(',').map((entry) => entry.trim());
  const named = entries.filter((entry) => entry !== '');
  return parameters.has(name) ? named : undefined;
}

/** recordID wins over meetingID; neither names all of the group. */
function filtersIn(spaceId: string, parameters: Parameters): RecordingFilters {
  const states = listIn(parameters, 'state') ?? ['published', 'unpublished'];
  const recordIds = listIn(parameters, 'recordID');
  return {
    spaceId,
    recordIds,
    meetingIds: recordIds ? undefined : listIn(parameters, 'meetingID'),
    states: states.includes('any') ? undefined : states,
    metadata: metadataIn(parameters),
  };
}

const millisecondsOf = (at: Date | null): number => at?.getTime() ?? 0;

function playbackOf(parts: RecordingCallParts, recording: RecordingRow): XmlElement {
  const { state, duration, bytes, endedAt, readyAt } = recording;
  if (state === 'processing') return ['playback', []];
  return [
    'playback',
    [
      [
        'format',
        [
          ['type', 'video'],
          ['url', addressOfPlayback(parts, recording)],
          ['processingTime', Math.max(0, millisecondsOf(readyAt) - millisecondsOf(endedAt))],
          ['length', Math.floor(duration / 60)],
          ['size', bytes],
        ],
      ],
    ],
  ];
}

function recordingElement(parts: RecordingCallParts, recording: RecordingRow): XmlElement {
  const { recordId, meetingId, name, state, isProtected, startedAt, endedAt, participants } = recording;
  const metadata: XmlElement[] = [
    ...Object.entries(recording.metadata),
    ['meetingId', meetingId],
    ['meetingName', recording.meetingName],
    ['isBreakout', 'false'],
  ];
  return [
    'recording',
    [
      ['recordID', recordId],
      ['meetingID', meetingId],
      ['internalMeetingID', recordId],
      ['name', name],
      ['isBreakout', false],
      ['published', state === 'published'],
      ['protected', isProtected],
      ['state', state],
      ['startTime', millisecondsOf(startedAt)],
      ['endTime', millisecondsOf(endedAt)],
      ['participants', participants],
      ['metadata', metadata],
      playbackOf(parts, recording),
    ],
  ];
}

type Run = (parts: RecordingCallParts, asked: AskedCall) => Promise<readonly XmlElement[]>;

const getRecordings: Run = async (parts, { spaceId, parameters }) => {
  const filters = filtersIn(spaceId, parameters);
  const asked = numberOf(parameters, 'limit', 0);
  const limit = asked >= 1 && asked <= 100 ? asked : null;
  const offset = numberOf(parameters, 'offset', 0);
  const rows = await listRecordings(parts.db, { ...filters, offset, limit });
  const total: XmlElement[] =
    limit === null ? [] : [['totalElements', await countRecordings(parts.db, filters)]];
  const recordings: XmlElement = ['recordings', rows.map((row) => recordingElement(parts, row))];
  if (rows.length > 0) return [recordings, ...total];
  return [
    recordings,
    ...total,
    ['messageKey', 'noRecordings'],
    ['message', 'There are no recordings for the meeting(s).'],
  ];
};

/** Changes the recordings that a request names, in one transaction; ids that do not exist count for nothing. */
function changeNamed(
  { db }: RecordingCallParts,
  { spaceId, parameters }: AskedCall,
  change: (trx: Db, meetings: string[]) => Promise<unknown>,
): Promise<void> {
  const recordIds = listIn(parameters, 'recordID') ?? [];
  if (recordIds.length === 0) return fail('missingParamRecordID');
  return inTransaction(db, async (trx) => {
    const meetings = await lockRecordings(trx, { spaceId, recordIds });
    if (meetings.length === 0) fail('notFound');
    await change(trx, meetings);
  });
}

/** Publishes recordings or takes that back. */
async function publish(trx: Db, meetings: string[], isPublished: boolean): Promise<void> {
  const name = isPublished ? 'rap-published' : 'rap-unpublished';
  for (const id of await setPublished(trx, meetings, isPublished)) await noteEvent(trx, id, { name });
}

const publishRecordings: Run = async (parts, asked) => {
  const { parameters } = asked;
  if (!parameters.has('recordID')) return fail('missingParamRecordID');
  if (!parameters.has('publish')) return fail('missingParamPublish');
  const isPublished = isTrue(parameters, 'publish');
  await changeNamed(parts, asked, (trx, meetings) => publish(trx, meetings, isPublished));
  return [['published', isPublished]];
};

/** `meta_name` is Greenlight's, `meta_bbb-recording-name` Moodle's. */
const namesOfName = ['bbb-recording-name', 'name'];

const updateRecordings: Run = async (parts, asked) => {
  const { parameters, emptied } = asked;
  const set = metadataIn(parameters);
  const removed = emptied.map(nameOfMeta).filter((name) => name !== undefined);
  const name = namesOfName.map((one) => set[one]?.trim()).findLast(Boolean);
  const [isProtected, isPublished] = ['protect', 'published'].map((one) =>
    parameters.has(one) ? isTrue(parameters, one) : undefined,
  );
  await changeNamed(parts, asked, async (trx, meetings) => {
    const change = { set, removed, name: name && cut(name, 200), isProtected };
    const most = await changeRecordings(trx, meetings, change);
    if (most > mostMeta && Object.keys(set).length > 0) fail('validationError');
    if (isPublished !== undefined) await publish(trx, meetings, isPublished);
  });
  return [['updated', true]];
};

/** A record that an automatic webinar plays stays in the panel; for the API it is gone like the others. */
async function removePart(
  trx: Db,
  { onRecordDeleting }: RecordingCallParts,
  recordId: string,
): Promise<void> {
  try {
    await removeRecord(trx, recordId, () => runAll(trx, onRecordDeleting, { recordId, force: false }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

const deleteRecordings: Run = async (parts, asked) => {
  await changeNamed(parts, asked, async (trx, meetings) => {
    for (const recordId of await markRecordingsDeleted(trx, meetings, now()))
      await removePart(trx, parts, recordId);
    for (const id of meetings) await noteEvent(trx, id, { name: 'rap-deleted' });
  });
  return [['deleted', true]];
};

/** The calls about recordings. */
export const recordingCalls = (parts: RecordingCallParts): Record<string, Call> => {
  const call = (run: Run, methods: Call['methods'] = ['GET', 'POST']): Call => ({
    methods,
    run: (asked) => run(parts, asked),
  });
  return {
    getRecordings: call(getRecordings, readingMethods),
    publishRecordings: call(publishRecordings),
    updateRecordings: call(updateRecordings),
    deleteRecordings: call(deleteRecordings),
  };
};
