import type { Answer } from '../../../../contract/routes.ts';
import type { Db } from '../../platform/db/db.ts';
import { execute, selectValue } from '../../platform/db/rows.ts';

/** The chat settings that the owner of a group may change. */
export type ApplicationSettings = Omit<Answer<'getChatApplicationSettings'>, 'socketUrl'>;

/** @returns the group whose chat application has the machine token with this hash */
export const spaceOfMachineToken = (db: Db, tokenHash: Buffer): Promise<string | undefined> => selectValue(
  db,
)`
    SELECT a.space_id FROM chat_applications a JOIN spaces s ON s.id = a.space_id
    WHERE a.m2m_token_hash = ${tokenHash}`;

/** @returns the group of a chat application */
export const spaceOfApplication = (db: Db, appId: string): Promise<string | undefined> =>
  selectValue(db)`SELECT id FROM spaces WHERE chat_application_id = ${appId}`;

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
  const changed = await selectValue<Partial<ApplicationSettings>>(db)`
    SELECT settings FROM chat_applications WHERE space_id = ${spaceId}`;
  return { ...byDefault, ...changed };
}

/** Changes the named settings and leaves the rest. */
export const saveApplicationSettings = (
  db: Db,
  spaceId: string,
  settings: Partial<ApplicationSettings>,
): Promise<void> =>
  execute(db)`
    INSERT INTO chat_applications (space_id, settings) VALUES (${spaceId}, ${JSON.stringify(settings)}::jsonb)
    ON CONFLICT (space_id) DO UPDATE SET settings = chat_applications.settings || excluded.settings`;

/** Stores a new machine token in place of the old one, which becomes invalid. */
export const saveMachineToken = (db: Db, spaceId: string, tokenHash: Buffer): Promise<void> => execute(db)`
    INSERT INTO chat_applications (space_id, m2m_token_hash) VALUES (${spaceId}, ${tokenHash})
    ON CONFLICT (space_id) DO UPDATE SET m2m_token_hash = excluded.m2m_token_hash`;
