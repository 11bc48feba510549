import type { LinkParts } from '../access-links/access-links.ts';
import type { CallParts } from '../calls/calls.ts';
import type { ChatParts } from '../chat/chat.ts';
import type { DocumentParts } from '../documents/documents.ts';
import type { FileStore } from '../engines/files/files.ts';
import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import type { Effects } from '../platform/effects.ts';
import type { RateLimits } from '../platform/http/access/rate-limit.ts';
import type { Cidr } from '../platform/http/networks.ts';
import type { Logger } from '../platform/logging/log.ts';
import type { RoomEffects } from '../rooms/rooms.ts';

/** The API of the whole installation, of the settings. */
export interface InstallationServer {
  secret: string;
  /** Its group; undefined: one that is made at the first need. */
  spaceId: string | undefined;
}

export interface BbbParts {
  db: Db;
  log: Pick<Logger, 'error'>;
  keyring: Keyring;
  /** The public base URL. */
  webUrl: URL;
  limits: RateLimits;
  /** One limit for all credentials; 0 for none; undefined for the usual one. */
  limitPerMinute: number | undefined;
  installation: InstallationServer | undefined;
  /** Private networks that hooks may reach. */
  allowedNetworks: Cidr[];
  links: LinkParts;
  calls: CallParts;
  rooms: RoomEffects;
  socket: ChatParts['socket'];
  files: Pick<FileStore, 'linkOf'>;
  documents: Pick<DocumentParts, 'storageLimit' | 'convertsOffice' | 'allowedNetworks'>;
  /** In the transaction that creates a meeting in a room that had meetings before, which it locks, before its changes. */
  onMeetingCreating: Effects<{ roomId: string; isRecordAllowed: boolean }>;
  /** At the end of that transaction. */
  onMeetingCreated: Effects<{ roomId: string }>;
  /** In the transaction that deletes a record. An effect throws a refusal if something uses it. */
  onRecordDeleting: Effects<{ recordId: string; force: boolean }>;
}
