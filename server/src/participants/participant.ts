/** A person in a room: one credential and one browser in one call. */
export interface Participant {
  id: string;
  roomId: string;
  roomKind: 'room' | 'playback';
  spaceId: string;
  linkId: string | null;
  userId: string | null;
  browserHash: Buffer;
  name: string;
  role: 'user' | 'moderator';
  externalUserId: string | null;
  origin: Record<string, string>;
  isSpeakingAllowed: boolean;
  /** Whether this person had a visit in the running call. */
  isInCall: boolean;
  /** Whether this person has an open visit. */
  isPresent: boolean;
  createdAt: Date;
  removedAt: Date | null;
  /** The current state: an admission to a call that is over counts as waiting. */
  admission: 'admitted' | 'waiting' | 'refused';
  /** The reason why a person waits; null for all others. */
  waitsFor: 'opening' | 'moderator' | 'admission' | null;
  /** The room's time of opening. */
  opensAt: Date | null;
  email: string | null;
  phone: string | null;
  /** The answers to custom join fields. */
  fields: { id: string; title: string; value: string }[];
  /** When the page of a person who waits last asked. */
  seenAt: Date | null;
}

/** Identifies a person in a call, before or after their entry. */
export interface PersonKey {
  roomId: string;
  linkId: string | null;
  userId: string | null;
  browserHash: Buffer;
  externalUserId: string | null;
  role: 'user' | 'moderator';
}
