import { setTimeout as pause } from 'node:timers/promises';
import type { EngineEvent } from '../../engines/media/media.ts';
import { now, seconds } from '../../platform/clock.ts';
import type { CallChange } from '../lifecycle.ts';
import type { CallParts } from '../parts.ts';
import { findEntryOfUser } from './store.ts';

type Published = Extract<EngineEvent, { type: 'track_published' | 'track_unpublished' }>;

/** In s. A microphone that is published sooner was on at the entry: nobody switched it on. */
const entrySeconds = 5;
/** In s. An event that arrives later than this does not interrupt somebody who speaks by now. */
const lateSeconds = 10;
/** In ms. A client may switch the microphone on once more if it was muted while being published. */
const checkAgainAfter = 1_000;

/**
 * Whether the room mutes people on entry, and this is the microphone with which somebody entered
 * (docs/decisions/0093).
 */
export async function isToMuteOnEntry(
  { trx, room }: Pick<CallChange, 'trx' | 'room'>,
  { track, participantSid, at }: Published,
): Promise<boolean> {
  if (!room.mutesOnEntry || track.source !== 'microphone' || track.muted) return false;
  if (now().getTime() - at.getTime() > seconds(lateSeconds)) return false;
  const enteredAt = await findEntryOfUser(trx, participantSid);
  return enteredAt !== undefined && at.getTime() - enteredAt.getTime() < seconds(entrySeconds);
}

/** Mutes the microphone in the media server. The person may switch it on. */
export async function muteOnEntry(
  { engine, log }: Pick<CallParts, 'engine' | 'log'>,
  { roomId, identity, track }: Published,
): Promise<void> {
  try {
    await engine.mute(roomId, identity, 'microphone');
    await pause(checkAgainAfter, undefined, { ref: false });
    const person = await engine.findParticipant(roomId, identity);
    const isOn = person?.tracks.some(({ sid, muted }) => sid === track.sid && !muted);
    if (person && isOn) await engine.mute(roomId, person, 'microphone');
  } catch (error) {
    log.warn({ err: error, roomId, participantId: identity }, 'could not mute a participant on entry');
  }
}
