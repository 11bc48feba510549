import type { FileStore } from '../engines/files/files.ts';
import type { Logger } from '../platform/log.ts';
import type { LifecycleParts } from './lifecycle.ts';

export interface RecordParts extends LifecycleParts {
  files: Pick<FileStore, 'addressOf' | 'linkOf'>;
  /** A recording does not begin on a disk with less than this left. */
  minFreeBytes: number;
  /** At most so long, whatever the plan allows; undefined: as long as the plan does. */
  maxMinutes: number | undefined;
  log: Pick<Logger, 'info' | 'warn'>;
}
