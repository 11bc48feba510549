import type { Body } from '../../../../contract/routes.ts';
import { type MediaEngine, MediaEngineAway } from '../../engines/media/media.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import type { Room } from '../../rooms/rooms.ts';
import type { Participant } from '../participant.ts';
import type { Admission } from '../present.ts';
import {
  listParticipants,
  participantById,
  participantsOfLinks,
  setRemovedAt,
  setSpeakingAllowed,
} from '../store.ts';
import { rightsOf } from './rights.ts';

export interface ModerationParts {
  engine: MediaEngine;
  log: Logger;
}

/** What others do when somebody's part in a call changed. */
export interface ParticipantListeners {
  /** After it was written: put out, or let in by another word. */
  onPeopleChanged: (db: Db, participantIds: string[]) => Promise<void>;
  /** Where it is written: somebody who waited was let in or sent away, or has to wait from now on. */
  onAdmissionChanged: (trx: Db, people: Admission[]) => Promise<void>;
  /** Others wait in the room than before. */
  onWaitingChanged: (db: Db, roomId: string) => Promise<void>;
}

/** Switches off what somebody sends now. This happens in the media server alone: they may switch it on again. */
export async function muteParticipant(
  engine: MediaEngine,
  { id, roomId }: Participant,
  source: Body<'muteParticipant'>['source'],
): Promise<void> {
  const present = await engine.listParticipants(roomId);
  const person = present.find(({ identity }) => identity === id) ?? refuse('participant_not_in_call');
  const meant = source === 'screen' ? ['screen', 'screen_audio'] : [source];
  if (!person.tracks.some((track) => meant.includes(track.source) && !track.muted)) refuse('nothing_to_mute');
  await engine.mute(roomId, id, source);
}

/**
 * What the engine does after something was written. Where it is away nothing is lost: at the person's next arrival
 * and at each reconciliation what is written is applied again.
 */
export async function tryInEngine({ log }: ModerationParts, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof MediaEngineAway)) throw error;
    log.warn({ reason: error.message }, 'the media engine will be told later');
  }
}

/** Puts somebody out for the rest of this call: first written, then done. */
export async function markParticipantRemoved(db: Db, participant: Participant): Promise<Participant> {
  const isThere = participant.isInCall || participant.admission === 'waiting';
  if (!isThere && !participant.removedAt) refuse('participant_not_in_call');
  await setRemovedAt(db, participant.id);
  return (await participantById(db, participant.id)) ?? refuse('not_found');
}

export const removeFromEngine = (parts: ModerationParts, { id, roomId }: Participant): Promise<void> =>
  tryInEngine(parts, () => parts.engine.remove(roomId, id));

/** As many removals at once as the media server handles quickly. */
const removalsAtOnce = 20;

/**
 * Links were revoked: whoever entered by them is removed, here at once. Where the media server does not respond,
 * reconciliation removes them within 2 s of its return.
 * @returns everybody who may still use a session that they got by one of the links
 */
export async function removeParticipantsByLinks(
  db: Db,
  parts: ModerationParts,
  linkIds: string[],
): Promise<string[]> {
  const people = await participantsOfLinks(db, linkIds);
  const present = people.filter(({ isPresent }) => isPresent);
  await tryInEngine(parts, async () => {
    for (let at = 0; at < present.length; at += removalsAtOnce) {
      const some = present.slice(at, at + removalsAtOnce);
      await Promise.all(some.map(({ roomId, id }) => parts.engine.remove(roomId, id)));
    }
  });
  return people.map(({ id }) => id);
}

export async function changeSpeaking(
  db: Db,
  participant: Participant,
  isAllowed: boolean,
): Promise<Participant> {
  if (!participant.isInCall || participant.removedAt) refuse('participant_not_in_call');
  await setSpeakingAllowed(db, participant.id, isAllowed);
  return (await participantById(db, participant.id)) ?? refuse('not_found');
}

export const applyParticipantRights = (
  parts: ModerationParts,
  participant: Participant,
  room: Room,
): Promise<void> =>
  tryInEngine(parts, () => parts.engine.setPublishing(room.id, participant.id, rightsOf(participant, room)));

/** The room's switches changed: everybody in its call may send what they say now. */
export async function applyRoomRights(db: Db, parts: ModerationParts, room: Room): Promise<void> {
  const { items } = await listParticipants(db, room.id, {
    status: 'admitted',
    limit: 10_000,
    offset: 0,
    order: 'asc',
  });
  const guests = items.filter(({ role }) => role === 'user');
  await tryInEngine(parts, async () => {
    for (const guest of guests) await parts.engine.setPublishing(room.id, guest.id, rightsOf(guest, room));
  });
}
