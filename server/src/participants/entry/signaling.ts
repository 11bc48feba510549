import { linkForReturn } from '../../access-links/access-links.ts';
import type { MediaEngine } from '../../engines/media/media.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { admitsAccount, roomById } from '../../rooms/rooms.ts';
import type { Participant } from '../participant.ts';
import type { ParticipantListeners } from '../roles/moderate.ts';
import { rightsOf } from '../roles/rights.ts';
import { filterAdmitted, findReturnBan } from '../store.ts';
import { updateAdmission } from '../waiting/admission.store.ts';
import { refuseRemovedOrRefused } from '../waiting/waiting.ts';

export interface SignalingParts {
  engine: MediaEngine;
  /** Where clients connect: the media server itself, or our own address, which proxies its signalling. */
  signalingUrl: URL;
}

/**
 * May this person connect (again)? Who was put out may not, nor who came by a link that was withdrawn. Who is in the
 * running call stays in it, whatever became of the link or the room; another must still be let in.
 */
async function checkAdmission(
  db: Db,
  participant: Participant,
  { onWaitingChanged }: Pick<ParticipantListeners, 'onWaitingChanged'>,
): Promise<void> {
  const { id, linkId, isInCall, browserHash } = participant;
  if (linkId !== null) await linkForReturn(db, linkId, { browserHash, isInCall });
  refuseRemovedOrRefused(participant);
  const bar = await findReturnBan(db, id);
  if (bar) refuse(bar);
  if (linkId === null && !isInCall && !(await admitsAccount(db, participant.roomId, participant.userId))) {
    refuse('forbidden');
  }
  if (!isInCall) await updateAdmission(db, id);
  if ((await filterAdmitted(db, [id])).has(id)) return;
  await onWaitingChanged(db, participant.roomId);
  refuse('not_admitted');
}

/** The token with which the media SDK connects; each is the beginning of an entry. */
export async function issueSignalingToken(
  db: Db,
  participant: Participant,
  parts: SignalingParts & Pick<ParticipantListeners, 'onWaitingChanged'>,
): Promise<{ signalingToken: string; url: string }> {
  const { engine, signalingUrl } = parts;
  await checkAdmission(db, participant, parts);
  const room = (await roomById(db, participant.roomId)) ?? refuse('not_found');
  const signalingToken = await engine.issueToken({
    roomId: room.id,
    participantId: participant.id,
    name: participant.name,
    role: participant.role,
    entryId: newId(),
    publish: rightsOf(participant, room),
    ttlSeconds: 60,
  });
  return { signalingToken, url: signalingUrl.href.replace(/^http/, 'ws').replace(/\/$/, '') };
}
