import type { Answer } from '../../../../contract/routes.ts';
import { linkForReturn } from '../../access-links/access-links.ts';
import type { MediaEngine } from '../../engines/media/media.ts';
import type { Db } from '../../platform/db/db.ts';
import { runAll } from '../../platform/effects.ts';
import { refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Room, roomById } from '../../rooms/rooms.ts';
import { refuseExcluded } from '../admitted.ts';
import type { ParticipantEffects } from '../effects.ts';
import type { Participant } from '../participant.ts';
import { rightsOf } from '../roles/rights.ts';
import { filterAdmitted, findReturnBan, mayEnterByAccount } from '../store.ts';
import { refuseIfClosed, refuseRemovedOrRefused, requestAdmission } from '../waiting/waiting.ts';
import { refuseIfFull } from './full.ts';

export interface SignalingParts {
  engine: MediaEngine;
  /** The ws or wss URL to which clients connect: the media server, or our own address, which proxies its signalling. */
  signalingUrl: string;
  /** The item on the stage of a room, with which people enter. */
  stageOf: (db: Db, roomId: string) => Promise<Answer<'getStage'>>;
}

/**
 * Checks that this participant may connect (again). Refuses after a removal or a revoked link. A participant in the
 * running call may stay, whatever happens to the link or the room; others need to be admitted still.
 */
async function checkAdmission(
  db: Db,
  participant: Participant,
  { room, onWaitingChanged }: { room: Room } & Pick<ParticipantEffects, 'onWaitingChanged'>,
): Promise<void> {
  const { id, linkId, isInCall, browserHash } = participant;
  if (linkId !== null) await linkForReturn(db, linkId, { browserHash, isInCall });
  refuseRemovedOrRefused(participant);
  const bar = await findReturnBan(db, id);
  if (bar) refuse(bar);
  if (linkId === null && !isInCall && !(await mayEnterByAccount(db, participant))) {
    refuse('forbidden');
  }
  await refuseIfClosed(db, room, participant);
  await refuseIfFull(db, participant);
  if (!isInCall) await requestAdmission(db, participant);
  if ((await filterAdmitted(db, [id])).has(id)) return;
  // Another browser may have taken the link meanwhile.
  await refuseExcluded(db, id);
  await runAll(db, onWaitingChanged, participant.roomId);
  refuse('not_admitted');
}

/** Issues the token with which the media SDK connects. Each token is a new entry (docs/decisions/0003). */
export async function issueSignalingToken(
  db: Db,
  participant: Participant,
  parts: SignalingParts & Pick<ParticipantEffects, 'onWaitingChanged'>,
): Promise<Answer<'issueSignalingToken'>> {
  const { engine, signalingUrl, stageOf } = parts;
  const room = (await roomById(db, participant.roomId)) ?? refuse('not_found');
  await checkAdmission(db, participant, { ...parts, room });
  const entryId = newId();
  const signalingToken = await engine.issueToken({
    roomId: room.id,
    participantId: participant.id,
    name: participant.name,
    role: participant.role,
    entryId,
    publish: rightsOf(participant, room),
    ttlSeconds: 60,
  });
  return { signalingToken, url: signalingUrl, entryId, stage: await stageOf(db, room.id) };
}
