import { setTimeout as pause } from 'node:timers/promises';
import type { EngineTrack } from '../engines/media/media.ts';
import type { CallParts } from './parts.ts';

export const timings = {
  /** In ms. A client may publish the next track of a source a moment before it ends the last one. */
  exchangeMs: 500,
};

/** Whether a source has more than one track. Everybody would receive all of them. */
export const hasDoubledSource = (tracks: readonly Pick<EngineTrack, 'source'>[]): boolean =>
  new Set(tracks.map(({ source }) => source)).size < tracks.length;

/** The participants who are looked at now: sixty tracks of one client cause one look. */
const looking = new Set<string>();

/**
 * Looks at a participant who seems to publish two tracks of one source, and disconnects the client if it still does
 * after a moment. Our pages never do.
 */
export async function disconnectDoubled(
  { engine, log }: Pick<CallParts, 'engine' | 'log'>,
  { roomId, identity }: { roomId: string; identity: string },
): Promise<void> {
  const key = `${roomId} ${identity}`;
  if (looking.has(key)) return;
  looking.add(key);
  try {
    await pause(timings.exchangeMs, undefined, { ref: false });
    const person = await engine.findParticipant(roomId, identity);
    if (!person || !hasDoubledSource(person.tracks)) return;
    log.warn({ roomId, participantId: identity }, 'disconnected a client: it sent two tracks of one source');
    await engine.remove(roomId, identity);
  } catch (error) {
    log.warn(
      { err: error, roomId, participantId: identity },
      'could not look at the tracks of a participant',
    );
  } finally {
    looking.delete(key);
  }
}
