import type { Answer } from '../../../contract/routes.ts';
import type { FileStore } from '../engines/files/files.ts';
import type { Db } from '../platform/db/db.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { StorageLimit } from '../spaces/spaces.ts';
import type { LifecycleParts } from './lifecycle.ts';
import type { RecordRow } from './store.ts';

/** The transcript of a recording, as the recording shows it. */
export type ShownTranscription = Answer<'getRecord'>['transcription'];

/** Reads the states of the transcripts of these recordings, by their ids. */
export type ReadTranscriptions = (db: Db, records: RecordRow[]) => Promise<Map<string, ShownTranscription>>;

export interface RecordParts extends LifecycleParts {
  files: Pick<FileStore, 'addressOf' | 'linkOf'>;
  /** A recording does not start on a disk with less free space than this. */
  minFreeBytes: number;
  storageLimit: StorageLimit;
  /** The longest recording, whatever the plan allows; undefined for the limit of the plan. */
  maxMinutes: number | undefined;
  log: Pick<Logger, 'info' | 'warn'>;
}
