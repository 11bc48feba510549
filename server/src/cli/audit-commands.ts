import { parseMoment, timestamp } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { type AuditFilter, allAuditEntries } from '../spaces/audit.store.ts';
import { wrong } from './account-commands.ts';
import { type Command, type CommandInput, type CommandOutput, onDatabase } from './command.ts';

function readMoment(option: string, given: string | undefined): Date | undefined {
  if (given === undefined) return undefined;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(given);
  const moment = parseMoment(isDay ? `${given}T00:00:00Z` : given);
  return moment ?? wrong(option, 'must be a time, such as 2027-03-01 or 2027-03-01T08:00:00Z');
}

/** Unlike a group's owner, the operator also sees the group and the IP address. */
async function* linesOf(db: Db, filter: AuditFilter): AsyncGenerator<string> {
  for await (const entries of allAuditEntries(db, filter)) {
    for (const entry of entries) yield JSON.stringify({ ...entry, at: timestamp(entry.at) });
  }
}

async function exportEntries(db: Db, { options }: CommandInput): Promise<CommandOutput> {
  const { space: spaceId, from, to } = options;
  return { answer: linesOf(db, { spaceId, from: readMoment('from', from), to: readMoment('to', to) }) };
}

export const auditCommands: Record<string, Command> = {
  'audit export': {
    optional: { space: 'I', from: 'T', to: 'T' },
    summary:
      'print who changed what in the last 365 days, newest first, one JSON object in each line; of one group, from and until a time, if given',
    run: onDatabase(exportEntries),
  },
};
