import type { FileStore } from '../engines/files/files.ts';
import type { DiskSpace } from '../platform/disk/space.ts';
import type { Effects } from '../platform/effects.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { StorageLimit } from '../spaces/spaces.ts';

/** The parts of the server that uploaded videos use. */
export interface AssetParts {
  files: FileStore;
  log: Logger;
  /** The folder in which this node writes a piece before it is stored. */
  folder: string;
  /** The space of that folder's disk. */
  space: DiskSpace;
  /** The size of the largest file. */
  maxBytes: number;
  storageLimit: StorageLimit;
  /** Whether the file store is on the same disk: an upload then needs its size twice while its pieces are joined. */
  isStoredHere: boolean;
  /** In the transaction in which a person deletes an uploaded video. An effect throws a refusal if it has to stay. */
  onAssetDeleting: Effects<{ assetId: string; force: boolean }>;
}
