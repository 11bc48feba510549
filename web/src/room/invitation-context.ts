import { createContext, useContext } from 'react';
import type { CallRoom } from '../models/call/call-contract.ts';
import {
  type Invitation,
  type InvitedRoom,
  mayInvite,
  readInvitation,
} from '../models/invitation/invitation.ts';
import { clientOf, type VisitCredential } from '../models/visit/credential.ts';

type Inviting = (() => Promise<Invitation>) | undefined;

export const InvitationContext = createContext<Inviting>(undefined);

/** Reads the invitation into this room; undefined for people who cannot invite. */
export const useInvitation = (): Inviting => useContext(InvitationContext);

export function invitationOf(room: CallRoom & InvitedRoom, as: VisitCredential): Inviting {
  if (!mayInvite(room, as)) return undefined;
  return () => readInvitation(room, { client: clientOf(as), origin: window.location.origin });
}
