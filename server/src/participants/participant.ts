import { after, seconds } from '../platform/clock.ts';
import type { RowOf } from '../platform/db/tables.ts';

/** Lifetime of a participant's session (decisions.md, section 5); it is long enough for any call. */
export const sessionSeconds = 24 * 60 * 60;

/** People who entered before this moment have no session any more: they return as other participants. */
export const sessionsSince = (): Date => after(-seconds(sessionSeconds));

/** Identifies a person in a call, before or after their entry. */
export type PersonKey = Pick<
  RowOf<'participants'>,
  'roomId' | 'linkId' | 'userId' | 'browserHash' | 'externalUserId' | 'role'
>;

type Stored = 'id' | 'name' | 'origin' | 'isSpeakingAllowed' | 'createdAt' | 'removedAt' | 'admission';

/** A person in a room: one credential and one browser in one call. The role and the admission are those of now. */
export interface Participant
  extends PersonKey,
    Pick<RowOf<'participants'>, Stored | 'email' | 'phone' | 'fields' | 'seenAt'> {
  roomKind: 'room' | 'playback';
  spaceId: string;
  /** Whether this person had a visit in the running call. */
  isInCall: boolean;
  /** Whether this person has an open visit. */
  isPresent: boolean;
  /** The reason why a person waits; null for all others. */
  waitsFor: 'opening' | 'moderator' | 'admission' | null;
  /** The room's time of opening. */
  opensAt: Date | null;
  /** The message of the moderators, for a person who waits; null while none of them is in the call. */
  waitingMessage: string | null;
}
