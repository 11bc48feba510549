import { type Db, inSnapshot } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { accountOf } from '../platform/http/access/caller.ts';
import { ContentAnswer, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { fileNameOf } from '../records/records.ts';
import { findRoomFor } from '../rooms/rooms.ts';
import {
  checkEngine,
  checkEngineWorks,
  checkPlan,
  readyTranscript,
  type TranscriptAccess,
  transcriptInPath,
} from './availability.ts';
import { correctSegment, renameSpeaker } from './correct.ts';
import { toSrt, toTxt, toVtt } from './exports/exports.ts';
import type { TranscriptionParts } from './parts.ts';
import { presentSegment, presentTranscript, presentTranscription, type Segment } from './present.ts';
import { removeTranscript, requestTranscript } from './request.ts';
import { checkSearchAccess } from './search/access.ts';
import { searchTranscripts } from './search/search.ts';
import { type SegmentRow, segmentsOf, type TranscriptRow } from './store.ts';

/** Reads a transcript and its segments in one snapshot. */
const readWhole = (
  parts: TranscriptionParts,
  db: Db,
  access: TranscriptAccess,
): Promise<{ transcript: TranscriptRow; segments: SegmentRow[] }> =>
  inSnapshot(db, async (trx) => ({
    transcript: await readyTranscript(parts, trx, access),
    segments: await segmentsOf(trx, access.record.id),
  }));

const reads = (parts: TranscriptionParts): Endpoint[] => [
  endpoint('getTranscription', {
    access: transcriptInPath,
    handle: async ({ db, access, query: { details = false } }) => {
      const { transcript, segments } = await readWhole(parts, db, access);
      return presentTranscription(transcript, segments, { details });
    },
  }),
  endpoint('getTranscriptionJson', {
    access: transcriptInPath,
    handle: async ({ db, access }) => {
      const { transcript, segments } = await readWhole(parts, db, access);
      const text = JSON.stringify(presentTranscript(access.record, transcript, segments));
      return new ContentAnswer(Buffer.from(text), 'application/json', `${fileNameOf(access.record)}.json`);
    },
  }),
];

interface FileFormat {
  operation: 'getTranscriptionVtt' | 'getTranscriptionSrt' | 'getTranscriptionTxt';
  write: (segments: Segment[]) => string;
  type: string;
  extension: string;
}

const formats: FileFormat[] = [
  { operation: 'getTranscriptionVtt', write: toVtt, type: 'text/vtt', extension: 'vtt' },
  { operation: 'getTranscriptionSrt', write: toSrt, type: 'application/x-subrip', extension: 'srt' },
  { operation: 'getTranscriptionTxt', write: toTxt, type: 'text/plain', extension: 'txt' },
];

const files = (parts: TranscriptionParts): Endpoint[] =>
  formats.map(({ operation, write, type, extension }) =>
    endpoint(operation, {
      access: transcriptInPath,
      handle: async ({ db, access }) => {
        const { segments } = await readWhole(parts, db, access);
        const text = Buffer.from(write(segments.map(presentSegment)));
        return new ContentAnswer(text, `${type}; charset=utf-8`, `${fileNameOf(access.record)}.${extension}`);
      },
    }),
  );

const changes = (parts: TranscriptionParts): Endpoint[] => [
  endpoint('requestTranscription', {
    access: transcriptInPath,
    handle: async ({ db, access: { record, room, ownerId }, body }) => {
      await checkPlan(parts, db, ownerId);
      checkEngine(parts);
      await checkEngineWorks(db);
      const language = body.language ?? room.transcriptionLanguage;
      return { state: await requestTranscript(db, { recordId: record.id, language }) };
    },
  }),
  endpoint('deleteTranscription', {
    access: transcriptInPath,
    handle: async ({ db, access }) => {
      await removeTranscript(db, access.record.id);
      return undefined;
    },
  }),
  endpoint('updateTranscriptionSegment', {
    access: transcriptInPath,
    handle: async ({ db, access, params: { segmentId }, body }) => {
      await readyTranscript(parts, db, access);
      const { segment, revision } = await correctSegment(db, { recordId: access.record.id, segmentId, body });
      return { ...presentSegment(segment), revision };
    },
  }),
  endpoint('updateTranscriptionSpeaker', {
    access: transcriptInPath,
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
