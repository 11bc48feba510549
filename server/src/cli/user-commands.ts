import { setTimeout as pause } from 'node:timers/promises';
import { userRoutes } from '../../../contract/operations/users.ts';
import type { Body } from '../../../contract/routes.ts';
import { revokeLinksBy } from '../access-links/access-links.ts';
import { disableUser, enableUser } from '../auth/accounts/accounts.ts';
import { endWaitingByLinks } from '../participants/waiting/admission.store.ts';
import { outcomeOfDeletion, requestDeletion } from '../people/accounts/requests.store.ts';
import { seconds, ticks, timestamp } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Refusal, Unstartable } from '../platform/errors.ts';
import { bodyValidator } from '../platform/http/input/validate.ts';
import { revokeRecordLinksBy } from '../records/records.ts';
import { revokeInvitesBy } from '../spaces/spaces.ts';
import { spacesOwnedBy } from '../spaces/store.ts';
import { hasOtherUser, listUsers } from '../users/store.ts';
import { createAccount, findUserByEmail, type UserRow, writeUser } from '../users/users.ts';
import { hashGoodPassword, onAccount, readPassword, wrong } from './account-commands.ts';
import {
  type Command,
  type CommandInput,
  type CommandOutput,
  formatLine,
  onDatabase,
  runChange,
} from './command.ts';
import type { Installation } from './database.ts';
import { invocation } from './invocation.ts';

/** Disables the account and revokes what it created. Running servers remove participants who entered by it. */
async function disable(db: Db, user: UserRow, given: CommandInput): Promise<CommandOutput> {
  const keepsLinks = given.flags.has('keep-links');
  const { invites, links } = await inTransaction(db, async (trx) => {
    await disableUser(trx, user.id);
    const created = { userId: user.id };
    const linkIds = keepsLinks ? [] : await revokeLinksBy(trx, created);
    if (!keepsLinks) await revokeRecordLinksBy(trx, created);
    await endWaitingByLinks(trx, linkIds);
    return { invites: await revokeInvitesBy(trx, created), links: linkIds.length };
  });
  const ended = `${user.email} is disabled: its sign-ins and tokens have ended, and it is removed from every call.`;
  const revoked = `Revoked what it created: unused invitations: ${invites}, access links: ${links}.`;
  const kept = keepsLinks ? ' Its access links stay valid.' : '';
  return {
    json: { email: user.email, isDisabled: true, revokedInvitations: invites, revokedLinks: links },
    note: `${ended} ${revoked}${kept} Its groups continue.`,
  };
}

async function enable(db: Db, user: UserRow): Promise<CommandOutput> {
  await inTransaction(db, (trx) => enableUser(trx, user.id));
  const json = { email: user.email, isDisabled: false };
  return { json, note: `${user.email} is enabled again and may sign in.` };
}

/** How long the command waits for a server to delete the account. */
const waitMs = seconds(20);

/** @returns whether a server deleted the account within this time */
async function waitForDeletion(db: Db, { id, email }: UserRow): Promise<boolean> {
  for (const since = ticks(); ticks() - since < waitMs; await pause(200)) {
    const outcome = await outcomeOfDeletion(db, id);
    if (outcome === 'deleted') return true;
    if (outcome !== 'waiting') {
      throw new Unstartable(`${email} was not deleted and stays disabled: ${outcome.failure}`);
    }
  }
  return false;
}

const transferHint = `Give each of them to somebody else with "${invocation} spaces transfer --id I --email E", or delete all of them with --delete-groups.`;

/** Disables the account, and has a server delete it: servers know who is in calls and which pages are open. */
async function deleteUser(db: Db, user: UserRow, given: CommandInput): Promise<CommandOutput> {
  const groups = await spacesOwnedBy(db, user.id);
  if (groups.length > 0 && !given.flags.has('delete-groups')) {
    const lines = groups.map(({ id, name }) => `  ${formatLine(id, name)}`).join('\n');
    throw new Unstartable(`${user.email} owns groups:\n${lines}\n${transferHint}`);
  }
  if (!(await hasOtherUser(db, user.id))) {
    throw new Unstartable(
      `${user.email} is the only enabled account. Create another one first: ${invocation} users create.`,
    );
  }
  await inTransaction(db, async (trx) => {
    await disableUser(trx, user.id);
    await requestDeletion(trx, { userId: user.id, keepsLinks: given.flags.has('keep-links') });
  });
  const isDeleted = await waitForDeletion(db, user);
  const note = isDeleted
    ? `${user.email} is deleted; groups deleted with it: ${groups.length}.`
    : `${user.email} is disabled. It is deleted as soon as a server of this installation runs.`;
  return { json: { email: user.email, isDeleted, deletedGroups: groups.length }, note };
}

const setCreating =
  (mayCreateUsers: boolean) =>
  async (db: Db, user: UserRow): Promise<CommandOutput> => {
    await inTransaction(db, (trx) => writeUser(trx, user.id, { may_create_users: mayCreateUsers }));
    const may = mayCreateUsers ? 'may create users' : 'may not create users any more';
    return {
      json: { email: user.email, mayCreateUsers },
      note: `The client of ${user.email} ${may}.`,
    };
  };

const accountFields = bodyValidator(userRoutes.createUser.body);

/** Reads the fields of a new account by the rules of POST /v1/users. */
function readAccount(fields: Body<'createUser'>): Body<'createUser'> {
  try {
    return accountFields({ ...fields }) as Body<'createUser'>;
  } catch (error) {
    const [detail] = error instanceof Refusal ? error.details : [];
    if (!detail) throw error;
    return wrong(detail.path === 'username' ? 'name' : detail.path, detail.message);
  }
}

async function createUser(db: Db, given: CommandInput, { config }: Pick<Installation, 'config'>) {
  const { email: written = '', name = '' } = given.options;
  const { password, isGiven } = await readPassword(given);
  const { email, username } = readAccount({ email: written, password, username: name });
  const password_hash = await hashGoodPassword({ password, email });
  if (await findUserByEmail(db, email)) throw new Unstartable(`There is an account of ${email} already.`);
  const plan = config.LECTERN_DEFAULT_PLAN;
  const account = { email, username, password_hash, plan, isEmailVerified: true };
  const { id } = await inTransaction(db, (trx) => createAccount(trx, account));
  return {
    answer: isGiven ? [] : [password],
    json: { id, email, username, plan, password: isGiven ? null : password },
    note: `${email} has an account on the plan ${plan}.${isGiven ? '' : ' Its password is shown only once.'}`,
  };
}

async function listAccounts(db: Db): Promise<CommandOutput> {
  const users = (await listUsers(db)).map(({ id, email, username, plan, ...user }) => ({
    ...{ id, email, username, plan, isDisabled: user.disabled_at !== null },
    ...{ mayCreateUsers: user.may_create_users, createdAt: timestamp(user.created_at) },
  }));
  const answer = users.map(({ email, isDisabled, plan, createdAt, username, mayCreateUsers }) =>
    formatLine(
      ...[email, isDisabled ? 'disabled' : 'enabled', plan, createdAt, username],
      mayCreateUsers ? 'creates-users' : '-',
    ),
  );
  return { answer, json: users };
}

const email = { email: 'E' };

export const userCommands: Record<string, Command> = {
  'users list': {
    summary:
      'list all accounts: email, enabled or disabled, plan, since when, name, whether its client creates users',
    run: onDatabase(listAccounts),
  },
  'users create': {
    options: { ...email, name: 'N' },
    flags: ['stdin'],
    summary:
      'create an account, called N, on the plan of LECTERN_DEFAULT_PLAN, with a random password that is printed, or with --stdin the one read from there',
    run: async (installation, given) => {
      const { db } = await installation.open();
      const change = { words: given.words, kind: 'account', params: {} } as const;
      return runChange(db, change, (own) => createUser(own, given, installation));
    },
  },
  'users disable': {
    options: email,
    flags: ['keep-links'],
    summary:
      'disable an account: its sign-ins, tokens, calls, unused invitations and (without --keep-links) access links end; its groups continue',
    run: onAccount(disable, 'account'),
  },
  'users delete': {
    options: email,
    flags: ['delete-groups', 'keep-links'],
    summary:
      'delete an account for good and erase the person from the groups of others; with --delete-groups also the groups that it owns; its access links end, unless --keep-links is given',
    run: onAccount(deleteUser, 'account'),
  },
  'users allow-create': {
    options: email,
    summary: "allow that account's client to create users (POST /v1/users); the first account is allowed",
    run: onAccount(setCreating(true), 'account'),
  },
  'users forbid-create': {
    options: email,
    summary: 'forbid it again; the users that it created stay',
    run: onAccount(setCreating(false), 'account'),
  },
  'users enable': { options: email, summary: 'switch it on again', run: onAccount(enable, 'account') },
};
