import { type RawBuilder, sql } from 'kysely';

/** A call and the time that counts for it. */
export interface CallSpan {
  callId: string;
  roomId: string;
  from: Date;
  until: Date;
}

/**
 * A call, or a session of an automatic webinar, as the queries of its report see it (docs/decisions/0061).
 */
export interface Gathering {
  roomId: string;
  from: Date;
  until: Date;
  /** A table with `participant_id` and the condition for those who were there, as it stands after FROM. */
  attended: RawBuilder<unknown>;
  /** The condition for its chat channel `c`. */
  channel: RawBuilder<unknown>;
}

export const attendedCall = (callId: string): Gathering['attended'] => sql`visits WHERE call_id = ${callId}`;

export const gatheringOfCall = ({ callId, roomId, from, until }: CallSpan): Gathering => ({
  ...{ roomId, from, until },
  attended: attendedCall(callId),
  channel: sql`c.room_id = ${roomId}`,
});
