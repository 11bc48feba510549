import type { Query } from '../../../contract/routes.ts';
import { parseMoment } from '../platform/clock.ts';
import { requestedPage } from '../platform/db/page.ts';
import { type Effects, runAll } from '../platform/effects.ts';
import { refuse } from '../platform/errors.ts';
import { ContentAnswer, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { roomInPath } from '../rooms/rooms.ts';
import { spaceOf } from '../spaces/spaces.ts';
import { recordInPath } from './access.ts';
import { watchableRecords } from './attendees/watchable.store.ts';
import { chaptersVtt } from './chapters/chapter.ts';
import { chaptersOfRecord } from './chapters/chapters.store.ts';
import { removeRecord } from './deleting/delete.ts';
import { cacheAddresses } from './files/pictures.ts';
import { recordLinkEndpoints } from './links/routes.ts';
import { listRecords, type RecordFilters } from './list.store.ts';
import type { ReadTranscriptions, RecordParts } from './parts.ts';
import {
  downloadLink,
  fileNameOf,
  type PresentFiles,
  presentActiveRecord,
  presentRecord,
  presentRecordMedia,
  presentRecords,
  presentWatchable,
} from './present.ts';
import { startRecord } from './start.ts';
import { stopActiveRecord } from './stop.ts';
import {
  activeRecordOf,
  changeRecord,
  findRecord,
  type RecordRow,
  recordsOfCall,
  voicesOf,
} from './store.ts';

const recordOf = async (request: Parameters<typeof recordInPath>[0]): Promise<RecordRow> =>
  (await recordInPath(request)).record;

const filtersOf = (query: Query<'listRecords'>): RecordFilters => ({
  from: query.dateFrom === undefined ? undefined : parseMoment(query.dateFrom),
  until: query.dateTo === undefined ? undefined : parseMoment(query.dateTo),
  callId: query.callId,
  state: query.state,
  name: query.name,
});

const duringCall = (parts: RecordParts & PresentFiles): Endpoint[] => [
  endpoint('startRecord', {
    access: roomInPath,
    handle: async ({ db, caller, params: { roomId }, body, origin: { acceptLanguage } }) => {
      const record = await startRecord(parts, db, { ...body, roomId, caller, acceptLanguage });
      return presentRecord(parts, db, record);
    },
  }),
  endpoint('stopRecord', {
    access: roomInPath,
    handle: async ({ db, params }) =>
      presentRecord(parts, db, await stopActiveRecord(parts, db, params.roomId)),
  }),
  endpoint('getActiveRecord', {
    access: roomInPath,
    handle: async ({ db, params }) => presentActiveRecord(await activeRecordOf(db, params.roomId)),
  }),
];

const lists = (parts: PresentFiles): Endpoint[] => [
  endpoint('listRecords', {
    access: roomInPath,
    handle: async ({ db, params: { roomId }, query }) => {
      const { items, total } = await listRecords(db, { ...filtersOf(query), roomId }, requestedPage(query));
      return { items: await presentRecords(parts, db, items), total };
    },
  }),
  endpoint('listSpaceRecords', {
    access: spaceOf,
    handle: async ({ db, params: { spaceId }, query }) => {
      const filters = { ...filtersOf(query), spaceId, roomId: query.roomId };
      const { items, total } = await listRecords(db, filters, requestedPage(query));
      const presented = await presentRecords(parts, db, items);
      const named = presented.map((record, index) => ({ ...record, roomName: items[index]?.roomName ?? '' }));
      return { items: named, total };
    },
  }),
  endpoint('listWatchableRecords', {
    access: roomInPath,
    handle: async ({ db, caller, params: { roomId }, query }) => {
      const { items, total } = await watchableRecords(db, { caller, roomId, page: requestedPage(query) });
      return { items: await presentWatchable(parts, items), total };
    },
  }),
  endpoint('getRecordByCall', {
    access: async (request) => {
      await roomInPath(request);
      const records = await recordsOfCall(request.db, request.params);
      return records.length > 0 ? records : refuse('not_found');
    },
    handle: async ({ db, access: records }) => ({
      id: records[0]?.id ?? refuse('not_found'),
      items: await presentRecords(parts, db, records),
    }),
  }),
];

/** @returns the key of a finished recording's video */
const videoOf = ({ state, files }: RecordRow): string =>
  state === 'finished' && files ? files.video : refuse('record_not_ready');

const single = (parts: PresentFiles & Pick<RecordEndpointParts, 'onRecordDeleting'>): Endpoint[] => [
  endpoint('getRecord', {
    access: recordOf,
    handle: async ({ db, access }) => presentRecord(parts, db, access),
  }),
  endpoint('updateRecord', {
    inTransaction: true,
    access: recordOf,
    handle: async ({ db, access, params, body }) => {
      await changeRecord(db, access.id, body);
      return presentRecord(parts, db, (await findRecord(db, params)) ?? refuse('not_found'));
    },
  }),
  endpoint('deleteRecord', {
    access: recordOf,
    handle: async ({ db, access, query: { force = false } }) => {
      await removeRecord(db, access.id, (trx) =>
        runAll(trx, parts.onRecordDeleting, { recordId: access.id, force }),
      );
    },
  }),
  endpoint('downloadRecord', {
    access: recordOf,
    handle: async ({ access }) => downloadLink(parts, access, videoOf(access)),
  }),
  endpoint('getRecordMedia', {
    access: recordOf,
    handle: async ({ db, access: record }) =>
      presentRecordMedia(parts, { record, video: videoOf(record), voices: await voicesOf(db, record.id) }),
  }),
];

const chapters: Endpoint[] = [
  endpoint('listRecordChapters', {
    access: recordOf,
    handle: async ({ db, access: record }) => {
      videoOf(record);
      return { items: await chaptersOfRecord(db, record.id) };
    },
  }),
  endpoint('getRecordChaptersVtt', {
    access: recordOf,
    handle: async ({ db, access: record }) => {
      videoOf(record);
      const text = Buffer.from(chaptersVtt(await chaptersOfRecord(db, record.id)));
      return new ContentAnswer(text, 'text/vtt; charset=utf-8', `${fileNameOf(record)} chapters.vtt`);
    },
  }),
];

export interface RecordEndpointParts extends RecordParts {
  transcriptionsOf: ReadTranscriptions;
  /** The public URL of our pages. */
  webUrl: URL;
  /** In the transaction that deletes a recording for a person. An effect throws a refusal if something uses it. */
  onRecordDeleting: Effects<{ recordId: string; force: boolean }>;
}

export function recordEndpoints(given: RecordEndpointParts): Endpoint[] {
  const parts = { ...given, pictures: cacheAddresses(given.files) };
  return [
    ...duringCall(parts),
    ...lists(parts),
    ...single(parts),
    ...chapters,
    ...recordLinkEndpoints(parts),
  ];
}
