import type { FileStore } from '../engines/files/files.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { LifecycleParts } from './lifecycle.ts';

export interface RecordParts extends LifecycleParts {
  files: Pick<FileStore, 'addressOf' | 'linkOf'>;
  /** A recording does not start on a disk with less free space than this. */
  minFreeBytes: number;
  /** The longest recording, whatever the plan allows; undefined for the limit of the plan. */
  maxMinutes: number | undefined;
  log: Pick<Logger, 'info' | 'warn'>;
}
