/** Somebody who entered a room: one credential and browser in one call. */
export interface Participant {
  id: string;
  roomId: string;
  spaceId: string;
  linkId: string | null;
  userId: string | null;
  browserHash: Buffer;
  name: string;
  role: 'user' | 'moderator';
  externalUserId: string | null;
  origin: Record<string, string>;
  isSpeakingAllowed: boolean;
  /** Was a media session of this person in the call that runs now? */
  isInCall: boolean;
  /** Is one in it at this moment? */
  isPresent: boolean;
  createdAt: Date;
  removedAt: Date | null;
  /** As things stand: who was let into a call that is over since waits again. */
  admission: 'admitted' | 'waiting' | 'refused';
  /** When the page of somebody who waits was last heard of. */
  seenAt: Date | null;
}

/** Somebody about to enter, or who did: what tells the persons of a call apart. */
export interface Person {
  roomId: string;
  linkId: string | null;
  userId: string | null;
  browserHash: Buffer;
  externalUserId: string | null;
  role: 'user' | 'moderator';
}
