import type { EngineEvent, EngineParticipant } from '../engines/media/media.ts';
import { tryInEngine } from '../participants/participants.ts';
import { onCommit } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import { disconnectDoubled } from './doubled-tracks.ts';
import { applyStandings, disconnectMislabelled } from './enforce-rights.ts';
import { type CallChange, changeCall } from './lifecycle.ts';
import type { CallParts } from './parts.ts';
import { saveEventOnce } from './store.ts';
import { mayHaveOtherTrack } from './visits/media.store.ts';
import { beginInterval, endInterval, sourceOf } from './visits/media.ts';
import { isToMuteOnEntry, muteOnEntry } from './visits/mute-on-entry.ts';
import { visitOf } from './visits/store.ts';
import { beginVisit, endVisit, filterCounted, isBeforeLastFinish, isOneTooMany } from './visits/visits.ts';

type Of<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;

async function applyJoined(change: CallChange, { participant }: Of<'participant_joined'>): Promise<void> {
  if (await visitOf(change.trx, participant.sid)) return;
  // The event is older than the call's end: reconciling finds out whether this person is still there.
  if (await isBeforeLastFinish(change, participant.joinedAt)) return;
  for (const person of await filterCounted(change, [participant])) {
    if (await isOneTooMany(change, person)) removeAfterCommit(change, person);
    else await beginVisit(change, person);
  }
}

/** Reconciling removes the person if this fails. */
function removeAfterCommit({ trx, parts, room }: CallChange, { identity }: EngineParticipant): void {
  parts.log.info({ roomId: room.id, participantId: identity }, 'removing a person: the meeting is full');
  onCommit(trx, () => void tryInEngine(parts, () => parts.engine.remove(room.id, identity)));
}

async function applyLeft(
  change: CallChange,
  { participant, at, isDoubtful }: Of<'participant_left'>,
): Promise<void> {
  const visit = await visitOf(change.trx, participant.sid);
  if (visit) return endVisit(change, visit, at);
  if (isDoubtful || (await isBeforeLastFinish(change, participant.joinedAt))) return;
  for (const person of await filterCounted(change, [participant])) await beginVisit(change, person, at);
}

async function applyTrack(
  change: CallChange,
  event: Of<'track_published' | 'track_unpublished'>,
): Promise<void> {
  const source = sourceOf(event.track);
  const visit = source && (await visitOf(change.trx, event.participantSid));
  if (!visit || visit.callId !== change.call?.id) return;
  const fact = { source, trackSid: event.track.sid, at: event.at };
  if (event.type === 'track_unpublished') await endInterval(change.trx, visit, fact);
  else if (!event.track.muted) await beginInterval(change.trx, visit, fact);
  const isMuted = event.type === 'track_published' && event.track.muted;
  const seen = { roomId: change.room.id, visit, source, isMuted };
  await runAll(change.trx, change.parts.onTrackSeen, seen);
}

function applyEvent(change: CallChange, event: EngineEvent): Promise<void> {
  switch (event.type) {
    case 'participant_joined':
      return applyJoined(change, event);
    case 'participant_left':
      return applyLeft(change, event);
    case 'track_published':
    case 'track_unpublished':
      return applyTrack(change, event);
    default:
      // Only events of people count. A room in the media server comes and goes with them.
      return Promise.resolve();
  }
}

/** Processes an event of the media server once, in whatever order and however often events arrive. */
export async function recordEvent(parts: CallParts, event: EngineEvent): Promise<void> {
  const done = await changeCall(parts, event, async (change) => {
    if (!(await saveEventOnce(change.trx, event.id))) return undefined;
    const doubles = event.type === 'track_published' && (await mayHaveOtherTrack(change.trx, event));
    await applyEvent(change, event);
    return { doubles, mutes: event.type === 'track_published' && (await isToMuteOnEntry(change, event)) };
  });
  if (done && event.type === 'participant_joined') {
    await applyStandings(parts, event.roomId, [event.participant]);
  }
  if (done && event.type === 'track_published' && event.track.isMislabelled) {
    return disconnectMislabelled(parts, event);
  }
  // Not awaited: the media server waits for the response to its event before it sends the next one of the room.
  if (done?.doubles && event.type === 'track_published') void disconnectDoubled(parts, event);
  if (done?.mutes && event.type === 'track_published') void muteOnEntry(parts, event);
}
