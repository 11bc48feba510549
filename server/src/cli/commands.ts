import { accountCommands } from './account-commands.ts';
import { auditCommands } from './audit-commands.ts';
import { backupCommands } from './backup-commands.ts';
import { checkCommands } from './check-commands.ts';
import type { Command } from './command.ts';
import { jobCommands } from './job-commands.ts';
import { keyCommands } from './key-commands.ts';
import { mailCommands } from './mail-commands.ts';
import { nodeCommands } from './node-commands.ts';
import { spaceCommands } from './space-commands.ts';
import { speechCommands } from './speech-commands.ts';
import { tokenCommands } from './token-commands.ts';
import { userCommands } from './user-commands.ts';

/** All commands, by their one or two words. */
export const commands: Record<string, Command> = {
  ...tokenCommands,
  ...accountCommands,
  ...userCommands,
  ...spaceCommands,
  ...backupCommands,
  ...checkCommands,
  ...mailCommands,
  ...keyCommands,
  ...nodeCommands,
  ...jobCommands,
  ...speechCommands,
  ...auditCommands,
};
