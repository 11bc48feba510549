import type { Db } from '../../platform/db/db.ts';
import { execute, selectFirst } from '../../platform/db/rows.ts';
import type { RowOf } from '../../platform/db/tables.ts';

type Loaded = Pick<RowOf<'bbb_logos'>, 'url' | 'loadedAt' | 'type' | 'bytes'>;

/** The address of the logo of a meeting, and when something was last loaded from it. */
const logoStateOfMeeting = (db: Db, meetingId: string) =>
  selectFirst<{ logo: string; loadedAt: Date | null }>(db)`
    SELECT m.settings->>'logo' AS logo, l.loaded_at AS "loadedAt"
    FROM bbb_meetings m LEFT JOIN bbb_logos l ON l.meeting_id = m.id
    WHERE m.id = ${meetingId} AND m.settings->>'logo' IS NOT NULL`;

const storedLogoOfMeeting = (db: Db, meetingId: string, url: string) =>
  selectFirst<Pick<Loaded, 'type' | 'bytes'>>(db)`
    SELECT type, bytes FROM bbb_logos WHERE meeting_id = ${meetingId} AND url = ${url}`;

/** Stores a copy of the logo that the meeting still has. If nothing was loaded, an earlier copy is kept. */
const storeLogoOfMeeting = (db: Db, meetingId: string, { url, loadedAt, type, bytes }: Loaded) =>
  execute(db)`
    INSERT INTO bbb_logos AS l (meeting_id, url, loaded_at, type, bytes)
    SELECT m.id, ${url}, ${loadedAt}, ${type}, ${bytes} FROM bbb_meetings m
    WHERE m.id = ${meetingId} AND m.settings->>'logo' = ${url}
    ON CONFLICT (meeting_id) DO UPDATE SET loaded_at = excluded.loaded_at,
      type = coalesce(excluded.type, l.type),
      bytes = CASE WHEN excluded.type IS NULL THEN l.bytes ELSE excluded.bytes END`;

/** The logos of meetings; those that have ended show theirs until they are deleted. */
export const meetingLogos = {
  logoStateOf: logoStateOfMeeting,
  storedLogoOf: storedLogoOfMeeting,
  storeLogo: storeLogoOfMeeting,
};
