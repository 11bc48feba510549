import { stat } from 'node:fs/promises';
import type { FileStore } from '../../engines/files/files.ts';
import type { FinishedRecording, RecorderEngine } from '../../engines/recorder/recorder.ts';
import type { RecordFiles } from '../../platform/db/tables.ts';
import type { NewChapter } from '../chapters/chapter.ts';
import { fileKeyOf } from '../files/keys.ts';
import type { RecordRow } from '../store.ts';
import type { NewVoice } from '../transitions.store.ts';

export type UsableRecording = FinishedRecording & { usable: true };

interface Part {
  file: string;
  key: string;
  contentType: string;
}

const types = {
  video: 'video/mp4',
  poster: 'image/jpeg',
  preview: 'video/mp4',
  speech: 'application/json',
  layout: 'application/json',
};
const kinds = ['video', 'poster', 'preview', 'speech', 'layout'] as const;

/** The files of a finished recording in the order of their upload, the largest first. */
function partsOf(record: Pick<RecordRow, 'spaceId' | 'id'>, made: UsableRecording): Part[] {
  const named = kinds.map((kind) => ({ file: made[kind], contentType: types[kind] }));
  const voices = made.voices.map(({ file }) => ({ file, contentType: 'audio/ogg' }));
  return [...named, ...voices].flatMap(({ file, contentType }) =>
    file === undefined ? [] : [{ file, key: fileKeyOf(record, file), contentType }],
  );
}

/** The keys of all files that an upload writes. */
export const uploadKeysOf = (record: Pick<RecordRow, 'spaceId' | 'id'>, made: UsableRecording): string[] =>
  partsOf(record, made).map(({ key }) => key);

/** The operations of a storage that an upload and its removal use. */
export type UploadStore = Pick<FileStore, 'put' | 'stat' | 'remove'>;

interface Upload {
  files: Pick<UploadStore, 'put' | 'stat'>;
  recorder: RecorderEngine;
  record: RecordRow;
  made: UsableRecording;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Uploads all files, except those that an earlier try uploaded completely. */
export async function uploadRecording(upload: Upload): Promise<void> {
  const { files, recorder, record, made, signal, onProgress } = upload;
  const parts = await Promise.all(
    partsOf(record, made).map(async (part) => {
      const path = recorder.pathOf(record.id, part.file);
      return { ...part, path, bytes: (await stat(path)).size };
    }),
  );
  const all = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  let sent = 0;
  for (const { key, path, contentType, bytes } of parts) {
    signal.throwIfAborted();
    const before = sent;
    const kept = await files.stat(key);
    if (kept?.bytes !== bytes) {
      await files.put(key, path, {
        contentType,
        signal,
        onProgress: (done) => onProgress(Math.min(1, (before + done) / Math.max(1, all))),
      });
    }
    sent += bytes;
    onProgress(sent / Math.max(1, all));
  }
}

export function recordFilesOf(
  record: RecordRow,
  { video, poster, preview, speech, layout }: UsableRecording,
): RecordFiles {
  const key = (file: string) => fileKeyOf(record, file);
  return {
    video: key(video),
    ...(poster && { poster: key(poster) }),
    ...(preview && { preview: key(preview) }),
    ...(speech && { speech: key(speech) }),
    ...(layout && { layout: key(layout) }),
  };
}

export const newVoicesOf = (record: RecordRow, { voices }: UsableRecording): NewVoice[] =>
  voices.map(({ file, ...voice }) => ({ ...voice, key: fileKeyOf(record, file) }));

export const newChaptersOf = ({ chapters = [] }: UsableRecording): NewChapter[] =>
  chapters.map(({ t, documentId, page, title, document }) => ({
    ...{ start: t, title: title || `${page}`, documentId, documentName: document, page },
  }));
