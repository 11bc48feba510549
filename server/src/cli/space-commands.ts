import { type Db, inTransaction } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import { transferSpace } from '../spaces/spaces.ts';
import { listAllSpaces } from '../spaces/store.ts';
import { findUser } from '../users/users.ts';
import { findNamedAccount } from './account-commands.ts';
import { type Command, type CommandInput, type CommandOutput, formatLine, onDatabase } from './command.ts';
import { invocation } from './invocation.ts';

async function listSpaces(db: Db): Promise<CommandOutput> {
  const spaces = await listAllSpaces(db);
  return {
    answer: spaces.map(({ id, ownerEmail, name }) => formatLine(id, ownerEmail, name)),
    json: spaces,
    ...(spaces.length === 0 && { note: 'There is no group yet.' }),
  };
}

async function transfer(db: Db, given: CommandInput): Promise<CommandOutput> {
  const id = given.options.id ?? '';
  const user = await findNamedAccount(db, given);
  const before = await inTransaction(db, async (trx) => {
    const former = await transferSpace(trx, id, user.id);
    if (former !== undefined) return former;
    throw new Unstartable(
      `There is no group with the id ${id}. "${invocation} spaces list" lists all groups.`,
    );
  });
  const former = (await findUser(db, before))?.email ?? before;
  const note =
    before === user.id
      ? `${user.email} owns that group already.`
      : `${user.email} owns the group now; ${former} stays in it as a moderator.`;
  return { json: { id, ownerEmail: user.email, formerOwnerEmail: former }, note };
}

export const spaceCommands: Record<string, Command> = {
  'spaces list': {
    summary: 'list all groups: id, email of the owner, name',
    run: onDatabase(listSpaces),
  },
  'spaces transfer': {
    options: { id: 'I', email: 'E' },
    summary: 'make that account the owner of the group with that id; who owned it stays as a moderator',
    run: onDatabase(transfer, 'group'),
  },
};
