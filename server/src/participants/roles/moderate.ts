import {
  type EngineParticipant,
  type EngineTrack,
  type MediaEngine,
  MediaEngineAway,
  sameRights,
} from '../../engines/media/media.ts';
import type { Db } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { refuse } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access/caller.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Room } from '../../rooms/rooms.ts';
import type { MutedSource, ParticipantEffects } from '../effects.ts';
import type { Participant } from '../participant.ts';
import {
  participantById,
  participantsByIds,
  participantsOfLinks,
  setRemovedAt,
  setSpeakingAllowed,
} from '../store.ts';
import { rightsOf } from './rights.ts';
import { standingsIn } from './standing.ts';

export interface ModerationParts {
  engine: MediaEngine;
  log: Logger;
}

const isSending = ({ tracks }: EngineParticipant, source: MutedSource): boolean => {
  const meant = source === 'screen' ? ['screen', 'screen_audio'] : [source];
  const isOn = (track: EngineTrack): boolean => meant.includes(track.source) && !track.muted;
  // A muted screen is paused: its page ends it as soon as it is told.
  return tracks.some((track) => isOn(track) || (source === 'screen' && track.source === 'screen'));
};

interface MuteParts extends ModerationParts, Pick<ParticipantEffects, 'onMuting'> {}

interface Mute {
  db: Db;
  caller: Caller;
  source: MutedSource;
}

/** The name of the moderator as others see it in the call; null for a program and an account outside the call. */
const nameOf = async (db: Db, caller: Caller): Promise<string | null> =>
  (caller.kind === 'participant' && (await participantById(db, caller.participantId))?.name) || null;

/** Mutes a source of a participant in the media server only: they may unmute it. */
export async function muteParticipant(
  { engine, onMuting }: MuteParts,
  { id, roomId }: Participant,
  { db, caller, source }: Mute,
): Promise<void> {
  const person = (await engine.findParticipant(roomId, id)) ?? refuse('participant_not_in_call');
  if (!isSending(person, source)) refuse('nothing_to_mute');
  await runAll(db, onMuting, { participantIds: [id], roomId, source, by: await nameOf(db, caller) });
  await engine.mute(roomId, person, source);
}

/** Asks a person in the call to turn on their microphone: only they can. */
export async function askToUnmute(
  {
    engine,
    onUnmuteRequested,
  }: Pick<ModerationParts, 'engine'> & Pick<ParticipantEffects, 'onUnmuteRequested'>,
  { id, roomId }: Participant,
  { db, caller }: Pick<Mute, 'db' | 'caller'>,
): Promise<void> {
  if (!(await engine.findParticipant(roomId, id))) refuse('participant_not_in_call');
  await runAll(db, onUnmuteRequested, { participantIds: [id], roomId, by: await nameOf(db, caller) });
}

/** Mutes a source of everybody in the call except moderators. @returns whom it muted */
export async function muteEverybody(
  { engine, onMuting }: MuteParts,
  room: Room,
  { db, caller, source }: Mute,
): Promise<Participant[]> {
  const present = await engine.listParticipants(room.id);
  const sending = present.filter((person) => !person.hidden && isSending(person, source));
  const people = await participantsByIds(
    db,
    sending.map(({ identity }) => identity),
  );
  const muted = people.filter(({ roomId, role }) => roomId === room.id && role === 'user');
  const participantIds = muted.map(({ id }) => id);
  await runAll(db, onMuting, { participantIds, roomId: room.id, source, by: await nameOf(db, caller) });
  const loud = sending.filter(({ identity }) => participantIds.includes(identity));
  await inGroups(loud, (person) => engine.mute(room.id, person, source));
  return muted;
}

/**
 * Runs an action in the media server. If that is down, the stored state is applied at the person's next entry and at
 * each reconciliation.
 */
export async function tryInEngine(
  { log }: { log: Pick<Logger, 'warn'> },
  action: () => Promise<void>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof MediaEngineAway)) throw error;
    log.warn({ reason: error.message }, 'the media server is down; will retry');
  }
}

/**
 * Whether others see the person in the media server, who may be connecting still. While that is down, the person counts
 * as shown: the removal takes effect on its return.
 */
async function isShown(engine: MediaEngine, { id, roomId }: Participant): Promise<boolean> {
  try {
    return (await engine.findParticipant(roomId, id)) !== undefined;
  } catch (error) {
    if (error instanceof MediaEngineAway) return true;
    throw error;
  }
}

/** Marks a participant as removed for the rest of this call, or from a playback. The media server follows after the commit. */
export async function markParticipantRemoved(
  db: Db,
  { engine }: ModerationParts,
  participant: Participant,
): Promise<void> {
  const isViewer = participant.roomKind === 'playback';
  const isKnown =
    participant.isInCall || participant.admission === 'waiting' || participant.removedAt !== null;
  if (!isViewer && !isKnown && !(await isShown(engine, participant))) refuse('participant_not_in_call');
  await setRemovedAt(db, participant.id);
}

/** The media server knows nothing of the viewers of a playback. */
export async function removeFromEngine(
  parts: ModerationParts,
  { id, roomId, roomKind }: Participant,
): Promise<void> {
  if (roomKind === 'room') await tryInEngine(parts, () => parts.engine.remove(roomId, id));
}

/** Concurrent requests that the media server handles quickly. */
const requestsAtOnce = 20;

async function inGroups<T>(items: T[], request: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += requestsAtOnce) {
    await Promise.all(items.slice(at, at + requestsAtOnce).map(request));
  }
}

/** Those of the people whom the media server shows in their rooms. It is not asked about rooms that are not open. */
export async function filterShown<Person extends { id: string; roomId: string }>(
  engine: MediaEngine,
  people: Person[],
): Promise<Person[]> {
  if (people.length === 0) return [];
  const open = new Set((await engine.listRooms()).map(({ roomId }) => roomId));
  const shown = new Set<string>();
  const roomIds = [...new Set(people.map(({ roomId }) => roomId))].filter((roomId) => open.has(roomId));
  await inGroups(roomIds, async (roomId) => {
    for (const { identity } of await engine.listParticipants(roomId)) shown.add(`${roomId} ${identity}`);
  });
  return people.filter(({ id, roomId }) => shown.has(`${roomId} ${id}`));
}

/**
 * Removes participants who entered by revoked links. If the media server does not respond, reconciliation removes
 * them within 2 s of its return.
 */
export async function removeParticipantsByLinks(
  db: Db,
  parts: ModerationParts & Pick<ParticipantEffects, 'onPeopleChanged'>,
  linkIds: string[],
): Promise<void> {
  if (linkIds.length === 0) return;
  const people = await participantsOfLinks(db, linkIds);
  await tryInEngine(parts, async () => {
    const shown = await filterShown(parts.engine, people);
    await inGroups(shown, ({ roomId, id }) => parts.engine.remove(roomId, id));
  });
  const ids = people.map(({ id }) => id);
  if (ids.length > 0) await runAll(db, parts.onPeopleChanged, ids);
}

export async function changeSpeaking(
  db: Db,
  { id, isInCall, removedAt }: Participant,
  isAllowed: boolean,
): Promise<void> {
  if (!isInCall || removedAt) refuse('participant_not_in_call');
  await setSpeakingAllowed(db, id, isAllowed);
}

export const applyParticipantRights = (
  parts: ModerationParts,
  participant: Participant,
  room: Room,
): Promise<void> =>
  tryInEngine(parts, () => parts.engine.setPublishing(room.id, participant.id, rightsOf(participant, room)));

/** Sets the rights that differ from the stored ones (docs/decisions/0110). @returns whether any did */
async function applyStandingsOnce(db: Db, engine: MediaEngine, roomId: string): Promise<boolean> {
  const present = (await engine.listParticipants(roomId)).filter(({ hidden }) => !hidden);
  const identities = present.map(({ identity }) => identity);
  const standings = await standingsIn(db, roomId, identities);
  const changes = present.flatMap((person) => {
    const publish = standings.get(person.identity)?.publish;
    return publish && !sameRights(person.publish, publish) ? [{ person, publish }] : [];
  });
  // People who send come first: in a large call the others take a moment.
  changes.sort((one, other) => other.person.tracks.length - one.person.tracks.length);
  await inGroups(changes, ({ person, publish }) => engine.setPublishing(roomId, person, publish));
  return changes.length > 0;
}

/**
 * Applies changed settings of the room to what everybody in its call may send. People who connect meanwhile get
 * their rights when the media server reports them. Viewers of a playback send nothing.
 */
export async function applyRoomRights(db: Db, parts: ModerationParts, { id, kind }: Room): Promise<void> {
  if (kind === 'playback') return;
  await tryInEngine(parts, async () => {
    // Once more: a later change may have found rights that this one was about to set.
    if (await applyStandingsOnce(db, parts.engine, id)) await applyStandingsOnce(db, parts.engine, id);
  });
}
