import type { EngineEvent } from '../engines/media/media.ts';
import type { CallParts } from './parts.ts';
import { applyRights } from './rights.ts';
import { takeEvent } from './store.ts';
import { inRoom, type Turn } from './turn.ts';
import { sourceOf, trackBegan, trackEnded } from './visits/media.ts';
import { visitOf } from './visits/store.ts';
import { enter, isFromBefore, leave, thoseWhoCount } from './visits/visits.ts';

type Of<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;

async function joined(turn: Turn, { participant }: Of<'participant_joined'>): Promise<void> {
  if (await visitOf(turn.trx, participant.sid)) return;
  // Told after the call ended: the next look at the engine says whether this person is still there.
  if (await isFromBefore(turn, participant.joinedAt)) return;
  for (const person of await thoseWhoCount(turn, [participant])) await enter(turn, person);
}

async function left(turn: Turn, { participant, at, isDoubtful }: Of<'participant_left'>): Promise<void> {
  const visit = await visitOf(turn.trx, participant.sid);
  if (visit) return leave(turn, visit, at);
  if (isDoubtful || (await isFromBefore(turn, participant.joinedAt))) return;
  for (const person of await thoseWhoCount(turn, [participant])) await enter(turn, person, at);
}

async function track(turn: Turn, event: Of<'track_published' | 'track_unpublished'>): Promise<void> {
  const source = sourceOf(event.track);
  const visit = source && (await visitOf(turn.trx, event.participantSid));
  if (!visit || visit.callId !== turn.call?.id) return;
  const fact = { source, trackSid: event.track.sid, at: event.at };
  if (event.type === 'track_unpublished') await trackEnded(turn.trx, visit, fact);
  else if (!event.track.muted) await trackBegan(turn.trx, visit, fact);
}

function apply(turn: Turn, event: EngineEvent): Promise<void> {
  switch (event.type) {
    case 'participant_joined':
      return joined(turn, event);
    case 'participant_left':
      return left(turn, event);
    case 'track_published':
    case 'track_unpublished':
      return track(turn, event);
    default:
      // Rooms of the engine come and go with their people, who are what counts.
      return Promise.resolve();
  }
}

/** Takes in what the engine told: once, however often it comes, and whenever. */
export async function recordEvent(parts: CallParts, event: EngineEvent): Promise<void> {
  const isNew = await inRoom(parts, event, async (turn) => {
    if (!(await takeEvent(turn.trx, event.id))) return false;
    await apply(turn, event);
    return true;
  });
  if (isNew && event.type === 'participant_joined') {
    await applyRights(parts, event.roomId, [event.participant]);
  }
}
