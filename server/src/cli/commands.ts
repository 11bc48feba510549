import { accountCommands } from './account-commands.ts';
import { backupCommands } from './backup-commands.ts';
import type { Command } from './command.ts';

/** Every command by its one or two words. */
export const commands: Record<string, Command> = { ...accountCommands, ...backupCommands };
