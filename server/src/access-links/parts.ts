import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import type { AccessLink } from './store.ts';

/** The services that access links need besides the database handle of each request. */
export interface LinkParts {
  keyring: Keyring;
  /** The public base URL of the web client. */
  webUrl: URL;
  /** Runs in the transaction that revokes the links: ends the waiting of participants who came by them. */
  onLinksRevoking: (trx: Db, linkIds: string[]) => Promise<void>;
  /** Runs after the links were revoked: removes participants who entered by them from their calls. */
  onLinksRevoked: (db: Db, linkIds: string[]) => Promise<void>;
  /** Runs in the transaction that changes a link's role: changes the role of its participants. */
  onLinkRoleChanging: (trx: Db, linkId: string, role: AccessLink['role']) => Promise<RoleOfParticipant[]>;
  /** Runs after the commit: gives these participants the rights of their new role in the call and its chat. */
  onLinkRoleChanged: (db: Db, changes: RoleOfParticipant[]) => Promise<void>;
}

/** A participant whose role changed with that of their link. */
export interface RoleOfParticipant {
  participantId: string;
  roomId: string;
  role: AccessLink['role'];
}
