import { isDatabaseAway } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import { codeOf } from '../platform/process/reasons.ts';
import { nameOfUser, ownerOf } from '../platform/process/user-name.ts';
import { invocation, startCommands } from './invocation.ts';

/** PostgreSQL's codes for an unknown table or column. */
const isOfAnotherVersion = (error: unknown): boolean =>
  ['42P01', '42703'].includes(String((error as { code?: unknown })?.code));

/** The path of a file that this user may not use. */
function forbiddenPath(error: unknown): string | undefined {
  const { path, syscall } = error as NodeJS.ErrnoException;
  const isForbidden = ['EACCES', 'EPERM'].includes(codeOf(error) ?? '');
  return isForbidden && path !== undefined && syscall !== 'connect' ? path : undefined;
}

function sentenceForForeignUser(path: string): string {
  const owner = ownerOf(path);
  const belongs = owner === undefined ? '' : `, which belongs to ${owner}`;
  const how = owner === undefined ? '' : `: runuser -u ${owner} -- ${invocation} …`;
  return `This user (${nameOfUser()}) may not use ${path}${belongs}. Run the command as the user of the installation${how}`;
}

/** One sentence for a command that failed; the stack for an error that we did not foresee. */
export function sentenceFor(error: unknown): string {
  if (error instanceof Unstartable) return error.message;
  const path = forbiddenPath(error);
  if (path !== undefined) return sentenceForForeignUser(path);
  if (isDatabaseAway(error)) return 'The database went away in between. Try again.';
  if (isOfAnotherVersion(error)) {
    return `The database is not that of this version, or its first start was interrupted: start the server once with ${startCommands}.`;
  }
  return `That failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
