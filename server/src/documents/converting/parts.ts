import type { Converter } from '../../engines/converter/converter.ts';
import type { FileStore } from '../../engines/files/files.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DiskSpace } from '../../platform/disk/space.ts';
import type { Reach } from '../../platform/http/outgoing/open-target.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { DocumentEffects } from '../parts.ts';

export interface ConvertingParts extends DocumentEffects {
  db: Db;
  node: string;
  files: Pick<FileStore, 'fetch' | 'put'>;
  converter: Converter;
  /** The key of the file of an upload; undefined if there is none any more. */
  keyOfUpload: (db: Db, assetId: string) => Promise<string | undefined>;
  /** Deletes an upload that its document took over. */
  deleteUpload: (trx: Db, assetId: string) => Promise<unknown>;
  /** Where documents with an address may be loaded from. */
  reach: Reach;
  /** The space of the disk on which documents are converted. */
  space: Pick<DiskSpace, 'reserve'>;
  log: Pick<Logger, 'info' | 'warn'>;
}
