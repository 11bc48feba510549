import type { InvitationParts } from '../auth/auth.ts';
import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import type { Effects } from '../platform/effects.ts';
import type { AccessLink } from './store.ts';

/** The events of links. */
export interface LinkEffects {
  /** In the transaction that revokes these links. */
  onLinksRevoking: Effects<string[]>;
  /** After these links were revoked. */
  onLinksRevoked: Effects<string[]>;
  /** After the role of a link was changed, and with it that of these participants. */
  onLinkRoleChanged: Effects<RoleOfParticipant[]>;
  /** Somebody asks to enter by a used link in another browser. */
  onDeviceAsked: Effects<DeviceRequest>;
}

export interface LinkParts extends LinkEffects, InvitationParts {
  keyring: Keyring;
  /** The public base URL of the web client. */
  webUrl: URL;
  /** Changes the role of a link's participants, in the transaction that changes that of the link. */
  updateRoles: (trx: Db, linkId: string, role: AccessLink['role']) => Promise<RoleOfParticipant[]>;
}

/** The participant who has the link, which a moderator may release. */
export interface DeviceRequest {
  participantId: string;
  roomId: string;
  name: string;
}

/** A participant whose role changed with that of their link. */
export interface RoleOfParticipant {
  participantId: string;
  roomId: string;
  role: AccessLink['role'];
}
