import { acceptSecretKey, openKeyring } from '../startup/secret-key.ts';
import type { Command, CommandOutput } from './command.ts';
import type { Installation } from './database.ts';

async function accept(installation: Installation): Promise<CommandOutput> {
  const { db } = await installation.open();
  await acceptSecretKey(db, openKeyring(installation.config));
  return {
    answer: [],
    note: 'The key of the settings is now the key of the database. Webhooks need a new secret, and people new links.',
  };
}

export const keyCommands: Record<string, Command> = {
  'key accept': {
    options: {},
    summary: 'go on with the key of the settings after the one before was lost; what that one signed is lost',
    run: accept,
  },
};
