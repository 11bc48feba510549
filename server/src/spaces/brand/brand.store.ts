import { type RawBuilder, sql } from 'kysely';
import { hashOf } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { selectFirst } from '../../platform/db/rows.ts';
import type { RowOf } from '../../platform/db/tables.ts';
import type { EmailBrand } from '../../platform/mail/layout.ts';
import { addressOfPage } from '../../platform/web-address.ts';

/** Where our copies of logos are served. */
export const logosPath = '/brand';

/** Names the address of a logo in that of its copy, so that browsers may keep the copy. */
export const versionOf = (logo: string): string => hashOf(logo).toString('hex').slice(0, 12);

interface BrandRow {
  id: string;
  name: string;
  logo: string | null;
  color: string | null;
}

async function brandWhere(db: Db, webUrl: URL, found: RawBuilder<unknown>): Promise<EmailBrand | undefined> {
  const { rows } = await sql<BrandRow>`
    SELECT s.id, s.name, s.logo, s.color FROM spaces s
    WHERE (s.logo IS NOT NULL OR s.color IS NOT NULL) AND ${found}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { id, name, logo, color } = row;
  const logoUrl =
    logo === null ? null : addressOfPage(webUrl, `${logosPath}/${encodeURIComponent(id)}/${versionOf(logo)}`);
  return { name, logoUrl, color };
}

/** @returns undefined for a group that has neither a logo nor a colour, and for none */
export const brandOfSpace = (db: Db, webUrl: URL, spaceId: string): Promise<EmailBrand | undefined> =>
  brandWhere(db, webUrl, sql`s.id = ${spaceId}`);

/** The brand of the group of a room or playback, found by its alias or its code. */
export const brandOfRoom = (
  db: Db,
  webUrl: URL,
  room: { alias: string; code: string | undefined },
): Promise<EmailBrand | undefined> =>
  brandWhere(
    db,
    webUrl,
    // The alias first, as everywhere: a code with a hyphen has the form of an alias.
    sql`s.id = coalesce(
      (SELECT space_id FROM rooms WHERE alias = ${room.alias}),
      (SELECT space_id FROM rooms WHERE code = ${room.code ?? ''}))`,
  );

export type StoredLogo = Pick<RowOf<'space_logos'>, 'url' | 'loadedAt' | 'type' | 'bytes'>;

export interface LogoState {
  /** The address of the group's logo. */
  logo: string;
  /** When something was last loaded from this address; null: nothing was. */
  loadedAt: Date | null;
}

/** @returns undefined for a group without a logo */
export const logoStateOf = (db: Db, spaceId: string): Promise<LogoState | undefined> =>
  selectFirst<LogoState>(db)`
    SELECT s.logo, l.loaded_at AS "loadedAt"
    FROM spaces s LEFT JOIN space_logos l ON l.space_id = s.id AND l.url = s.logo
    WHERE s.id = ${spaceId} AND s.logo IS NOT NULL`;

/** The copy of a logo, without which `bytes` and `type` are null. */
export const storedLogoOf = (db: Db, spaceId: string, url: string) =>
  selectFirst<Pick<StoredLogo, 'type' | 'bytes'>>(db)`
    SELECT l.type, l.bytes FROM space_logos l WHERE l.space_id = ${spaceId} AND l.url = ${url}`;

/** Stores what was loaded, unless the group has another logo by now. Nothing loaded: an earlier copy is kept. */
export async function storeLogo(
  db: Db,
  spaceId: string,
  { url, loadedAt, type, bytes }: StoredLogo,
): Promise<void> {
  await sql`
    INSERT INTO space_logos (space_id, url, loaded_at, type, bytes)
    SELECT s.id, ${url}, ${loadedAt}, ${type}, ${bytes} FROM spaces s WHERE s.id = ${spaceId} AND s.logo = ${url}
    ON CONFLICT (space_id) DO UPDATE SET
      loaded_at = excluded.loaded_at,
      type = CASE WHEN excluded.type IS NULL AND space_logos.url = excluded.url
        THEN space_logos.type ELSE excluded.type END,
      bytes = CASE WHEN excluded.type IS NULL AND space_logos.url = excluded.url
        THEN space_logos.bytes ELSE excluded.bytes END,
      url = excluded.url`.execute(db);
}
