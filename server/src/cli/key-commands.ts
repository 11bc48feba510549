import { acceptSecretKey, openKeyring } from '../startup/secret-key.ts';
import type { Command, CommandOutput } from './command.ts';
import type { Installation } from './database.ts';

async function accept(installation: Installation): Promise<CommandOutput> {
  const { db } = await installation.open();
  await acceptSecretKey(db, openKeyring(installation.config));
  return {
    json: {},
    note: 'The database now uses the key of the settings. Create new webhook secrets and new access links.',
  };
}

export const keyCommands: Record<string, Command> = {
  'key accept': {
    summary: 'use the key of the settings after the old one was lost; what that one signed is lost',
    run: accept,
  },
};
