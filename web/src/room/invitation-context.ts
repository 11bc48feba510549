import { createContext, useContext } from 'react';
import { api } from '../api/api.ts';
import type { CallEntry, CallRoom } from '../models/call/call-contract.ts';
import {
  type Invitation,
  type InvitedRoom,
  mayInvite,
  readInvitation,
} from '../models/invitation/invitation.ts';

type Inviting = (() => Promise<Invitation>) | undefined;

export const InvitationContext = createContext<Inviting>(undefined);

/** Reads the invitation into this room; undefined for people who cannot invite. */
export const useInvitation = (): Inviting => useContext(InvitationContext);

/** @param loginUrl the address with which a meeting of BigBlueButton invites everybody */
export function invitationOf(
  room: CallRoom & InvitedRoom,
  { role, participantToken }: CallEntry,
  loginUrl: string | undefined,
): Inviting {
  if (loginUrl !== undefined) return async () => ({ url: loginUrl });
  if (!mayInvite(room, role)) return undefined;
  return () => readInvitation(room, { client: api(participantToken), origin: window.location.origin });
}
