import { type Db, inSnapshot } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { accountOf } from '../platform/http/access/caller.ts';
import { ContentAnswer, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { fileNameOf, type RecordAccess, recordInPath } from '../records/records.ts';
import { findRoomFor } from '../rooms/rooms.ts';
import { checkEngine, checkEngineWorks, checkPlan, readyTranscript } from './availability.ts';
import { deleteTranscript } from './change.store.ts';
import { correctSegment, renameSpeaker } from './correct.ts';
import { toSrt, toTxt, toVtt } from './exports/exports.ts';
import type { TranscriptionParts } from './parts.ts';
import { presentSegment, presentTranscript, presentTranscription } from './present.ts';
import { requestTranscript } from './request.ts';
import { checkSearchAccess } from './search/access.ts';
import { searchTranscripts } from './search/search.ts';
import { segmentsOf } from './store.ts';

/** Reads a transcript and its segments in one snapshot. */
const readWhole = (parts: TranscriptionParts, db: Db, access: RecordAccess) =>
  inSnapshot(db, async (trx) => ({
    transcript: await readyTranscript(parts, trx, access),
    segments: await segmentsOf(trx, access.record.id),
  }));

const reads = (parts: TranscriptionParts): Endpoint[] => [
  endpoint('getTranscription', {
    access: recordInPath,
    handle: async ({ db, access, query: { details = false } }) => {
      const { transcript, segments } = await readWhole(parts, db, access);
      return presentTranscription(transcript, segments, { details });
    },
  }),
  endpoint('getTranscriptionJson', {
    access: recordInPath,
    handle: async ({ db, access }) => {
      const { transcript, segments } = await readWhole(parts, db, access);
      const text = JSON.stringify(presentTranscript(access.record, transcript, segments));
      return new ContentAnswer(Buffer.from(text), 'application/json', `${fileNameOf(access.record)}.json`);
    },
  }),
];

const formats = [
  { operation: 'getTranscriptionVtt', write: toVtt, type: 'text/vtt', extension: 'vtt' },
  { operation: 'getTranscriptionSrt', write: toSrt, type: 'application/x-subrip', extension: 'srt' },
  { operation: 'getTranscriptionTxt', write: toTxt, type: 'text/plain', extension: 'txt' },
] as const;

const files = (parts: TranscriptionParts): Endpoint[] =>
  formats.map(({ operation, write, type, extension }) =>
    endpoint(operation, {
      access: recordInPath,
      handle: async ({ db, access }) => {
        const { segments } = await readWhole(parts, db, access);
        const text = Buffer.from(write(segments.map(presentSegment)));
        return new ContentAnswer(text, `${type}; charset=utf-8`, `${fileNameOf(access.record)}.${extension}`);
      },
    }),
  );

const changes = (parts: TranscriptionParts): Endpoint[] => [
  endpoint('requestTranscription', {
    access: recordInPath,
    handle: async ({ db, access: { record, room, space }, body }) => {
      await checkPlan(parts, db, space.ownerId);
      checkEngine(parts);
      await checkEngineWorks(db);
      const language = body.language ?? room.transcriptionLanguage;
      return { state: await requestTranscript(db, { recordId: record.id, language }) };
    },
  }),
  endpoint('deleteTranscription', {
    inTransaction: true,
    access: recordInPath,
    handle: async ({ db, access }) => {
      if (!(await deleteTranscript(db, access.record.id))) refuse('not_found');
    },
  }),
  endpoint('updateTranscriptionSegment', {
    access: recordInPath,
    handle: async ({ db, access, params: { segmentId }, body }) => {
      await readyTranscript(parts, db, access);
      const { segment, revision } = await correctSegment(db, { recordId: access.record.id, segmentId, body });
      return { ...presentSegment(segment), revision };
    },
  }),
  endpoint('updateTranscriptionSpeaker', {
    access: recordInPath,
    handle: async ({ db, access, params: { participantId }, body }) => {
      await readyTranscript(parts, db, access);
      return renameSpeaker(db, { recordId: access.record.id, participantId, body });
    },
  }),
];

const search = (parts: TranscriptionParts): Endpoint[] => [
  endpoint('searchSpace', {
    access: checkSearchAccess,
    handle: async ({ db, caller, params: { spaceId }, access: { ownerId }, query, least }) => {
      const { text, roomId, limit = 1000, offset = 0, order = 'desc' } = query;
      if (roomId !== undefined) await findRoomFor(db, caller, { spaceId, roomId, least });
      await checkPlan(parts, db, ownerId);
      const userId = accountOf(caller) ?? refuse('forbidden');
      return searchTranscripts(db, { spaceId, userId, roomId, text, page: { limit, offset, order } });
    },
  }),
];

export const transcriptionEndpoints = (parts: TranscriptionParts): Endpoint[] => [
  ...reads(parts),
  ...files(parts),
  ...changes(parts),
  ...search(parts),
];
