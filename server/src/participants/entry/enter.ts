import type { Body } from '../../../../contract/routes.ts';
import { type AccessLink, enterByLink, takeLink } from '../../access-links/access-links.ts';
import { hashOf, sameBytes } from '../../platform/crypto.ts';
import { breaksReference, type Db, inTransaction } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { accountOf, type Caller, type CallerOf } from '../../platform/http/access/caller.ts';
import type { Origin } from '../../platform/http/endpoint.ts';
import { newId } from '../../platform/ids.ts';
import { findRoomFor, isRoomLeader, type RoomAccess } from '../../rooms/rooms.ts';
import { findUser } from '../../users/users.ts';
import type { Participant, PersonKey } from '../participant.ts';
import { updateRoles } from '../roles/store.ts';
import {
  type EntryDetails,
  findEntryBan,
  findReturningParticipant,
  insertParticipant,
  lockEntry,
  participantById,
  updateEntryDetails,
} from '../store.ts';
import { refuseIfClosed, requestAdmission } from '../waiting/waiting.ts';
import { deviceOf } from './device.ts';
import { completeForm, type KnownAnswers } from './form.ts';
import { refuseIfFull } from './full.ts';
import { originToKeep } from './origin.ts';

export interface EntryRequest {
  caller: Caller;
  spaceId: string;
  body: Body<'createParticipant'>;
  origin: Origin;
}

/** Makes the caller a participant of the room, or finds their participant in its call. */
export async function enterRoom(
  db: Db,
  entering: EntryRequest,
): Promise<{ participant: Participant; access: RoomAccess }> {
  try {
    return await inTransaction(db, (trx) => enterIn(trx, entering));
  } catch (error) {
    // The room was deleted between the check and the insert.
    return breaksReference(error) ? refuse('not_found') : Promise.reject(error);
  }
}

/**
 * Refuses in this order: an unusable link, a room that the caller may not see, a removed or refused person, a
 * closed room, a full meeting, an incomplete form. Others wait if the room wants it.
 */
async function enterIn(trx: Db, entering: EntryRequest) {
  const { caller, spaceId, body, origin } = entering;
  const browserHash = hashOf(body.clientUniqueId);
  const link =
    caller.kind === 'link' ? await enterByOwnLink(trx, caller, { browserHash, roomId: body.roomId }) : null;
  const access = await findRoomFor(trx, caller, {
    spaceId,
    roomId: body.roomId,
    least: 'see',
    kind: 'any',
  });
  const userId = accountOf(caller) ?? null;
  const person: PersonKey = {
    roomId: access.room.id,
    linkId: link?.id ?? null,
    userId,
    browserHash,
    externalUserId: link?.externalUserId ?? null,
    role: isRoomLeader(access.role) ? 'moderator' : 'user',
  };
  await lockEntry(trx, person);
  const bar = await findEntryBan(trx, person);
  if (bar) refuse(bar);
  const returning = await findReturningParticipant(trx, person);
  await refuseIfClosed(trx, access.room, { role: person.role, id: returning?.id });
  await refuseIfFull(trx, { id: returning?.id ?? null, roomId: access.room.id });
  const form = completeForm(access.room, {
    role: person.role,
    known: await knownAnswersOf(trx, link, userId),
    body,
    said: returning,
  });
  const client = caller.kind === 'client' && { clientOf: caller.userId };
  const details: EntryDetails = {
    ...form,
    role: person.role,
    origin: { ...originToKeep(origin, body.referral), ...client },
    device: deviceOf(origin),
  };
  const id = returning?.id ?? newId();
  if (returning) await updateEntryDetails(trx, id, details);
  else {
    const externalMeetingId = link?.externalMeetingId ?? null;
    await insertParticipant(trx, { ...person, ...details, id, externalMeetingId });
  }
  if (userId !== null) await updateRoles(trx, { ids: [id] });
  await requestAdmission(trx, { id, roomId: access.room.id });
  const participant = (await participantById(trx, id)) ?? refuse('not_found');
  if (participant.admission === 'waiting' && !(await takeLink(trx, id))) refuse('link_used');
  return { participant, access };
}

type LinkCaller = CallerOf<['link']>;

/** Checks the link of the caller, which the browser that enters must have opened. */
async function enterByOwnLink(
  trx: Db,
  caller: LinkCaller,
  place: { browserHash: Buffer; roomId: string },
): Promise<AccessLink | null> {
  const link = await enterByLink(trx, caller.linkId, place.browserHash);
  if (!sameBytes(caller.browserHash, place.browserHash)) {
    refuseField('clientUniqueId', 'must be the one with which the access link was opened');
  }
  return link.roomId === place.roomId ? link : refuse('not_found');
}

/** The answers that the link or the account gives, which the entry form does not ask for. */
async function knownAnswersOf(
  trx: Db,
  link: AccessLink | null,
  userId: string | null,
): Promise<KnownAnswers> {
  if (link) {
    const { email, phone, fields, isNameAsked } = link;
    return { name: isNameAsked ? null : link.username, email, phone, fields, hasNameOfLink: !isNameAsked };
  }
  const user = userId === null ? undefined : await findUser(trx, userId);
  const [email, phone] = [user?.email ?? null, user?.phone ?? null];
  return { name: user?.username ?? null, email, phone, fields: {}, hasNameOfLink: false };
}
