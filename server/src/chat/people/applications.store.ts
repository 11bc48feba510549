import { sql } from 'kysely';
import type { Answer } from '../../../../contract/routes.ts';
import type { Db } from '../../platform/db/db.ts';

/** The chat settings that the owner of a group may change. */
export type ApplicationSettings = Omit<Answer<'getChatApplicationSettings'>, 'socketUrl'>;

/** @returns the group whose chat application has the machine token with this hash */
export async function spaceOfMachineToken(db: Db, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('chat_applications')
    .innerJoin('spaces', 'spaces.id', 'chat_applications.space_id')
    .select('space_id')
    .where('m2m_token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.space_id;
}

/** @returns the group of a chat application */
export async function spaceOfApplication(db: Db, appId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('spaces')
    .select('id')
    .where('chat_application_id', '=', appId)
    .executeTakeFirst();
  return row?.id;
}

/** The settings that apply until the owner changes them. */
const byDefault: ApplicationSettings = {
  createChannelAllowed: false,
  accessUnregisteredUsers: false,
  accessChatGuest: false,
  accessRegister: false,
  displayDirect: true,
  displayUserList: true,
  displayChannelList: true,
  displaySystemMessages: false,
  displayHeader: true,
  displayFooter: true,
};

export async function settingsOfApplication(db: Db, spaceId: string): Promise<ApplicationSettings> {
  const row = await db
    .selectFrom('chat_applications')
    .select('settings')
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  return { ...byDefault, ...row?.settings };
}

/** Changes the named settings and leaves the rest. */
export async function saveApplicationSettings(
  db: Db,
  spaceId: string,
  settings: Partial<ApplicationSettings>,
): Promise<void> {
  await sql`
    INSERT INTO chat_applications (space_id, settings) VALUES (${spaceId}, ${JSON.stringify(settings)}::jsonb)
    ON CONFLICT (space_id) DO UPDATE SET settings = chat_applications.settings || excluded.settings`.execute(
    db,
  );
}

/** Stores a new machine token in place of the old one, which becomes invalid. */
export async function saveMachineToken(db: Db, spaceId: string, tokenHash: Buffer): Promise<void> {
  await sql`
    INSERT INTO chat_applications (space_id, m2m_token_hash) VALUES (${spaceId}, ${tokenHash})
    ON CONFLICT (space_id) DO UPDATE SET m2m_token_hash = excluded.m2m_token_hash`.execute(db);
}
