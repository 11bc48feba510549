import { type RawBuilder, sql } from 'kysely';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { prepared } from '../platform/db/prepared.ts';
import {
  countChanged,
  execute,
  hasRows,
  selectAll,
  selectColumn,
  selectFirst,
  selectValue,
} from '../platform/db/rows.ts';
import { columnsOf, type RowOf } from '../platform/db/tables.ts';

/** An access link with the room it leads to. */
export interface AccessLink extends RowOf<'access_links'> {
  spaceId: string;
  alias: string;
  roomKind: RowOf<'rooms'>['kind'];
}

const linksWhere = (db: Db, rest: RawBuilder<unknown>) => selectAll<AccessLink>(db)`
    SELECT ${columnsOf('access_links', 'l')}, r.space_id AS "spaceId", r.alias, r.kind AS "roomKind"
    FROM access_links l JOIN rooms r ON r.id = l.room_id JOIN spaces s ON s.id = r.space_id
    WHERE ${rest}`;

export const linkById = async (db: Db, id: string): Promise<AccessLink | undefined> =>
  (await linksWhere(db, sql`l.id = ${id}`))[0];

export const linksByIds = (db: Db, ids: readonly string[]): Promise<AccessLink[]> =>
  linksWhere(db, sql`l.id = ANY (${ids})`);

/** Finds the link and locks it: its personal data stays unchanged until the transaction ends. */
export const linkToEnterBy = async (trx: Db, id: string): Promise<AccessLink | undefined> =>
  (await linksWhere(trx, sql`l.id = ${id} FOR KEY SHARE OF l`))[0];

/** The newest link for everyone into the room that is valid until then or longer. */
export const linkForEveryone = async (db: Db, roomId: string, until: Date): Promise<AccessLink | undefined> =>
  (
    await linksWhere(
      db,
      sql`l.room_id = ${roomId} AND l.is_permanent AND l.is_name_asked AND l.role = 'user' AND l.revoked_at IS NULL
        AND l.expires_at >= ${until} ORDER BY l.id DESC LIMIT 1`,
    )
  )[0];

/** The newest participant of the browser to which a link is bound, unless a moderator has removed them. */
export const findLinkHolder = (db: Db, linkId: string) =>
  selectFirst<{ participantId: string; name: string }>(db)`
    SELECT p.id AS "participantId", p.name
    FROM access_links l JOIN participants p ON p.link_id = l.id AND p.browser_hash = l.bound_to
    WHERE l.id = ${linkId} AND p.removed_at IS NULL AND p.admission <> 'refused' ORDER BY p.id DESC LIMIT 1`;

/** Whether a moderator is in the call of the room. */
export const hasModerator = (db: Db, roomId: string) => hasRows(db)`
    SELECT FROM moderators_in_call(${roomId}) m WHERE m.exited_at IS NULL`;

/**
 * The account of a participant, or the one that created the moderator's link by which they entered, if it leads the
 * room.
 */
export const leaderBehind = (db: Db, participantId: string) => selectValue<string>(db)`
    SELECT a.id FROM (
      SELECT p.room_id, coalesce(p.user_id, l.created_by) AS id FROM participants p
      LEFT JOIN access_links l ON l.id = p.link_id AND l.role = 'moderator' AND l.revoked_at IS NULL
      WHERE p.id = ${participantId}
    ) a
    WHERE (SELECT s.leads FROM room_standing(a.room_id, a.id) s)`;

export type NewLink = Omit<
  AccessLink,
  'alias' | 'roomKind' | 'boundTo' | 'createdBy' | 'enteredAt' | 'erasedAt' | 'revokedAt'
> & { createdBy: string };

/**
 * Checks the permission and inserts in one statement: an LMS creates thousands of links when lessons begin. Locks the
 * rows that grant the permission, the room first: removing the creator then revokes this link or prevents it. So
 * it states who leads a room again, of the locked rows (docs/decisions/0143).
 * @returns the room's alias; undefined when `createdBy` may not create a link there, and then none is inserted
 */
export const insertIfPermitted = (db: Db, link: NewLink) => selectValue(db)`${prepared}
    WITH room AS (
      SELECT r.id, r.alias, s.id AS space_id, s.owner_id
      FROM rooms r JOIN spaces s ON s.id = r.space_id
      WHERE r.id = ${link.roomId} AND s.id = ${link.spaceId}
      FOR KEY SHARE OF r
    ), creator AS (
      SELECT u.id FROM room, users u WHERE u.id = ${link.createdBy} AND u.disabled_at IS NULL
      FOR KEY SHARE OF u
    ), moderator AS (
      SELECT m.role FROM room JOIN space_members m ON m.space_id = room.space_id
      WHERE m.user_id = ${link.createdBy} AND m.role = 'moderator'
      FOR KEY SHARE OF m
    ), room_leader AS (
      SELECT rr.role FROM room JOIN room_roles rr ON rr.room_id = room.id
      WHERE rr.user_id = ${link.createdBy} AND rr.role IN ('owner', 'moderator')
      FOR KEY SHARE OF rr
    ), place AS (
      SELECT room.id, room.alias FROM room, creator
      WHERE room.owner_id = creator.id OR EXISTS (SELECT FROM moderator) OR EXISTS (SELECT FROM room_leader)
    ), made AS (
      INSERT INTO access_links (
        room_id, created_by, id, username, role, external_user_id, external_meeting_id, email, phone,
        is_permanent, created_at, expires_at, fields, is_name_asked, waits_for_admission
      )
      SELECT place.id, ${link.createdBy}, ${link.id}, ${link.username}, ${link.role}, ${link.externalUserId},
        ${link.externalMeetingId}, ${link.email}, ${link.phone}, ${link.isPermanent}, ${link.createdAt},
        ${link.expiresAt}, ${JSON.stringify(link.fields)}, ${link.isNameAsked},
        ${link.waitsForAdmission}
      FROM place
    )
    SELECT alias FROM place`;

/**
 * Binds the link of a participant to their browser if it is not bound and not permanent, and stores the time of the
 * first entry. Only one of many concurrent entries writes.
 * @returns the participants of other browsers, who lose the link by that
 */
export const bindLink = (trx: Db, participantId: string) => selectColumn(trx)`${prepared}
    WITH bound AS (
      UPDATE access_links l SET entered_at = coalesce(l.entered_at, ${now()}),
        bound_to = CASE WHEN NOT l.is_permanent THEN p.browser_hash END
      FROM participants p
      WHERE p.id = ${participantId} AND l.id = p.link_id AND l.revoked_at IS NULL AND l.bound_to IS NULL
        AND (l.entered_at IS NULL OR NOT l.is_permanent)
      RETURNING l.id, l.bound_to
    )
    SELECT o.id FROM bound b JOIN participants o ON o.link_id = b.id AND o.browser_hash <> b.bound_to`;

/** Whether another browser than that of the participant has their link. */
export const isLinkTaken = async (db: Db, participantId: string) =>
  (await selectValue<boolean>(db)`${prepared}
    SELECT s.is_link_taken AS "isLinkTaken" FROM participant_standing s WHERE s.participant_id = ${participantId}`) ??
  false;

export const unbindLink = (db: Db, linkId: string) =>
  execute(db)`UPDATE access_links SET bound_to = NULL WHERE id = ${linkId}`;

/** Revokes a link; a link that was revoked before keeps its first time. */
export const revokeLink = (db: Db, linkId: string) =>
  execute(db)`UPDATE access_links SET revoked_at = ${now()} WHERE id = ${linkId} AND revoked_at IS NULL`;

/** @returns false if the link was revoked meanwhile */
export const updateLink = async (
  trx: Db,
  linkId: string,
  { role, expiresAt }: Pick<NewLink, 'role' | 'expiresAt'>,
) =>
  (await countChanged(trx)`
    UPDATE access_links SET role = ${role}, expires_at = ${expiresAt}
    WHERE id = ${linkId} AND revoked_at IS NULL`) === 1;

/** Revokes all links of a person in a room. @returns the ids of those that were not revoked before */
export const revokeLinksOfPerson = (
  trx: Db,
  { roomId, externalUserId }: { roomId: string; externalUserId: string },
) => selectColumn(trx)`
    WITH locked AS (
      SELECT id FROM access_links
      WHERE room_id = ${roomId} AND external_user_id = ${externalUserId} AND revoked_at IS NULL
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE access_links l SET revoked_at = ${now()} FROM locked WHERE l.id = locked.id
    RETURNING l.id`;
