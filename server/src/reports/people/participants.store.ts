import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { joinByContact } from './contacts.ts';
import type { Gathering } from './gathering.store.ts';
import type { DeviceInput, OriginInput, ParticipantInput } from './model.ts';

export type ParticipantRow = Omit<ParticipantInput, keyof DeviceInput | keyof OriginInput | 'fields'> & {
  origin: Record<string, string>;
  /** null: entered before devices were stored, or erased. */
  device: DeviceInput | null;
  fields: { title: string; value: string }[];
  /** @see joinByContact */
  contact: string | null;
};

const unknownDevice: DeviceInput = {
  deviceType: null,
  platform: null,
  platformVersion: null,
  browser: null,
  browserVersion: null,
};

type ContactedParticipant = ParticipantInput & Pick<ParticipantRow, 'contact'>;

const participantOf = ({ origin, device, fields, ...row }: ParticipantRow): ContactedParticipant => ({
  ...row,
  ...unknownDevice,
  ...device,
  fields: Object.fromEntries(fields.map(({ title, value }) => [title, value])),
  referer: origin.referer ?? null,
  utmSource: origin.utmSource ?? null,
  utmMedium: origin.utmMedium ?? null,
  utmCampaign: origin.utmCampaign ?? null,
  utmContent: origin.utmContent ?? null,
  utmTerm: origin.utmTerm ?? null,
  ip: origin.ip ?? null,
});

export const participantsOf = (rows: ParticipantRow[]): ParticipantInput[] =>
  joinByContact(rows.map(participantOf));

/** People that one statement returns: the server handles them in about 20 ms, and other requests get a turn. */
const participantsAtOnce = 2000;

/** Reads all rows in the order of their ids by statements of `limit` rows. */
export async function readInBatches<Row extends { id: string }>(
  limit: number,
  read: (after: string) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: Row[] = await read(after);
    all.push(...rows);
    after = rows.length < limit ? undefined : rows.at(-1)?.id;
  }
  return all;
}

/** The account that sees the people; without one nobody's contact and origin are read. */
export interface PeopleQuery extends Pick<Gathering, 'attended'> {
  viewerId?: string;
}

/** The contact of a participant `p`; of an account `u`, only if it shares a group with the viewer. */
const contactFor = (column: 'email' | 'phone', viewerId: string | undefined) =>
  viewerId === undefined
    ? sql`NULL`
    : sql`CASE WHEN p.user_id IS NULL OR (SELECT shares_group FROM acquaintance(u.id, ${viewerId})) THEN ${sql.ref(`p.${column}`)} END`;

/** Where a participant `p` came from, with the address of the device: for accounts only. */
const originFor = (viewerId: string | undefined) =>
  viewerId === undefined ? sql`'{}'::jsonb` : sql`p.origin`;

/** The participants who were there, in the order of their ids. */
export async function participantsWhoAttended(db: Db, query: PeopleQuery): Promise<ParticipantInput[]> {
  const read = async (after: string) =>
    (await participantsQuery(query, after).execute(db)).rows.map(participantOf);
  return joinByContact(await readInBatches(participantsAtOnce, read));
}

/** The first participants with a higher id. */
export const participantsQuery = ({ attended, viewerId }: PeopleQuery, after: string) =>
  sql<ParticipantRow>`
    SELECT p.id, person_key(p.external_user_id, p.user_id, p.browser_hash) AS "personKey", epoch_ms(p.created_at) AS "joinedAt", p.name, p.role,
      p.external_user_id AS "externalUserId", p.external_meeting_id AS "externalMeetingId",
      p.user_id AS "userId", ${contactFor('email', viewerId)} AS email,
      ${contactFor('phone', viewerId)} AS phone, p.fields, ${originFor(viewerId)} AS origin, p.device, p.erased_at IS NOT NULL AS "isErased",
      contact_key(p.external_user_id, p.user_id, p.email, p.name) AS contact
    FROM (
      -- The ids first: the planner would walk through the participants of all calls for a limit over the join.
      SELECT DISTINCT participant_id FROM ${attended} AND participant_id > ${after}
      ORDER BY participant_id LIMIT ${participantsAtOnce}
    ) v
    -- One lookup for each: a join reads all participants of a small installation.
    CROSS JOIN LATERAL (SELECT * FROM participants WHERE id = v.participant_id OFFSET 0) p
    LEFT JOIN users u ON u.id = p.user_id
    ORDER BY p.id`;
