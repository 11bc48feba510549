import type { FileStore } from '../engines/files/files.ts';
import type { Effects } from '../platform/effects.ts';
import type { Cidr } from '../platform/http/networks.ts';
import type { StorageLimit } from '../spaces/spaces.ts';
import type { DocumentRow } from './store.ts';

/** The events of documents, in the transaction that changes the state. */
export interface DocumentEffects {
  onDocumentReady: Effects<DocumentRow>;
  onDocumentFailed: Effects<DocumentRow>;
}

/** The parts of the server that requests about documents use. */
export interface DocumentParts {
  /** In the transaction, before a document is deleted. */
  onDocumentDeleting: Effects<Pick<DocumentRow, 'id' | 'roomId'>>;
  files: Pick<FileStore, 'linkOf'>;
  storageLimit: StorageLimit;
  /** Networks beside public ones from which documents may be loaded. */
  allowedNetworks: Cidr[];
  /** Whether this installation converts office files. */
  convertsOffice: boolean;
}
