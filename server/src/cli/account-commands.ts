import { revokeLinksBy } from '../access-links/access-links.ts';
import {
  deletePersonalToken,
  disableUser,
  enableUser,
  makePersonalToken,
  personalTokensOf,
  replaceClientSecret,
  replacePassword,
  resetTo,
} from '../auth/auth.ts';
import { endWaitingByLinks } from '../participants/participants.ts';
import { timestamp, timestampOrNull } from '../platform/clock.ts';
import { randomAlphanumeric } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import { explainWeakness } from '../platform/weak-passwords.ts';
import { revokeInvitesBy } from '../spaces/spaces.ts';
import {
  findUserByEmail,
  fromOperator,
  hashNewPassword,
  listUsers,
  planNamed,
  planNames,
  setMayCreateUsers,
  setPlan,
  type UserRow,
} from '../users/users.ts';
import { type Command, type CommandInput, type CommandOutput, formatLine, onDatabase } from './command.ts';

/** Refuses a command because an option has a wrong value. */
const wrong = (option: string, message: string): never => {
  throw new Unstartable(`--${option} ${message}.`);
};

export async function findNamedAccount(db: Db, { options, operand }: CommandInput): Promise<UserRow> {
  const email = options.email ?? operand;
  const user = await findUserByEmail(db, email);
  if (user) return user;
  throw new Unstartable(
    `There is no account with the email address ${email}. "npm run lectern -- users list" lists all accounts.`,
  );
}

const codePoints = (text: string): number => [...text].length;

async function createToken(db: Db, given: CommandInput): Promise<CommandOutput> {
  const name = given.options.name ?? '';
  if (codePoints(name) > 200 || !name.isWellFormed()) wrong('name', 'must have 1 to 200 characters');
  const user = await findNamedAccount(db, given);
  const { row, token } = await makePersonalToken(db, user.id, name);
  return { answer: [token], note: `Personal token ${row.id} of ${user.email}. It is shown only once.` };
}

async function listTokens(db: Db, given: CommandInput): Promise<CommandOutput> {
  const rows = await personalTokensOf(db, (await findNamedAccount(db, given)).id).execute();
  const line = (row: (typeof rows)[number]) =>
    formatLine(
      row.id,
      timestamp(row.created_at),
      timestampOrNull(row.last_used_at) ?? 'never used',
      row.name,
    );
  return {
    answer: rows.map(line),
    ...(rows.length === 0 && { note: 'This account has no personal tokens.' }),
  };
}

async function revokeToken(db: Db, given: CommandInput): Promise<CommandOutput> {
  const user = await findNamedAccount(db, given);
  const rows = await personalTokensOf(db, user.id).execute();
  const found = rows.find((row) => row.id === given.options.id);
  if (!found) throw new Unstartable(`${user.email} has no personal token with the id ${given.options.id}.`);
  await deletePersonalToken(db, found.id);
  return { answer: [], note: `The token "${found.name}" of ${user.email} is revoked.` };
}

async function changePlan(db: Db, given: CommandInput): Promise<CommandOutput> {
  const plan = planNamed(given.options.plan ?? '');
  if (!plan) return wrong('plan', `must be one of ${planNames.join(', ')}`);
  const user = await findNamedAccount(db, given);
  await setPlan(db, user.id, plan);
  return { answer: [], note: `${user.email} is on the plan ${plan}.` };
}

async function changePassword(db: Db, given: CommandInput): Promise<CommandOutput> {
  const isGiven = given.flags.has('stdin');
  const password = isGiven ? await given.readLine() : randomAlphanumeric(20);
  const length = codePoints(password);
  if (length < 8 || length > 128 || password.includes('\0')) {
    throw new Unstartable('The password must have 8 to 128 characters.');
  }
  const user = await findNamedAccount(db, given);
  const weakness = explainWeakness({ password, email: user.email });
  if (weakness) throw new Unstartable(`The password ${weakness}.`);
  const passwordHash = await hashNewPassword({ password }, fromOperator);
  await inTransaction(db, (trx) => replacePassword(trx, user, resetTo(passwordHash)));
  const note = [
    `${user.email} has a new password.`,
    'Revoked: its sign-ins, personal tokens, the client secret and every token obtained with it; the account is removed from calls.',
    'Not changed: the access links, invitations, members, webhooks and chat tokens of its groups; check them if somebody else may have used the account.',
  ].join(' ');
  return isGiven
    ? { answer: [], note }
    : { answer: [password], note: `${note} The password is shown only once.` };
}

async function newClientSecret(db: Db, given: CommandInput): Promise<CommandOutput> {
  const user = await findNamedAccount(db, given);
  const client = await inTransaction(db, (trx) => replaceClientSecret(trx, user));
  return {
    answer: [`client_id=${client.clientId}`, `client_secret=${client.clientSecret}`],
    note: `New client credentials of ${user.email}. They are shown only once. The old secret and its tokens are revoked.`,
  };
}

/** Disables the account and revokes what it created. Running servers remove participants who entered by it. */
async function disable(db: Db, given: CommandInput): Promise<CommandOutput> {
  const user = await findNamedAccount(db, given);
  const keepsLinks = given.flags.has('keep-links');
  const { invites, links } = await inTransaction(db, async (trx) => {
    await disableUser(trx, user.id);
    const created = { userId: user.id };
    const linkIds = keepsLinks ? [] : await revokeLinksBy(trx, created);
    await endWaitingByLinks(trx, linkIds);
    return { invites: await revokeInvitesBy(trx, created), links: linkIds.length };
  });
  const ended = `${user.email} is disabled: its sign-ins and tokens have ended, and it is removed from every call.`;
  const revoked = `Revoked what it created: unused invitations: ${invites}, access links: ${links}.`;
  const kept = keepsLinks ? ' Its access links stay valid.' : '';
  return { answer: [], note: `${ended} ${revoked}${kept} Its groups continue.` };
}

async function enable(db: Db, given: CommandInput): Promise<CommandOutput> {
  const user = await findNamedAccount(db, given);
  await enableUser(db, user.id);
  return { answer: [], note: `${user.email} is enabled again and may sign in.` };
}

async function allowCreate(db: Db, given: CommandInput): Promise<CommandOutput> {
  const user = await findNamedAccount(db, given);
  await setMayCreateUsers(db, user.id, true);
  return { answer: [], note: `The client of ${user.email} may create users.` };
}

async function forbidCreate(db: Db, given: CommandInput): Promise<CommandOutput> {
  const user = await findNamedAccount(db, given);
  await setMayCreateUsers(db, user.id, false);
  return { answer: [], note: `The client of ${user.email} may not create users any more.` };
}

async function listAccounts(db: Db): Promise<CommandOutput> {
  const users = await listUsers(db);
  const line = (user: UserRow) =>
    formatLine(
      user.email,
      user.disabled_at ? 'disabled' : 'enabled',
      user.plan,
      timestamp(user.created_at),
      user.username,
      user.may_create_users ? 'creates-users' : '-',
    );
  return { answer: users.map(line) };
}

const email = { email: 'E' };

export const accountCommands: Record<string, Command> = {
  'token create': {
    options: { ...email, name: 'N' },
    summary: 'make a personal token of that account, called N; prints it',
    run: onDatabase(createToken),
  },
  'token list': {
    options: email,
    summary: "list the account's personal tokens",
    run: onDatabase(listTokens),
  },
  'token revoke': {
    options: { ...email, id: 'I' },
    summary: 'revoke the personal token with that id at once',
    run: onDatabase(revokeToken),
  },
  'plan set': {
    options: { ...email, plan: 'P' },
    summary: `set the account's plan: ${planNames.join(', ')}`,
    run: onDatabase(changePlan),
  },
  'password set': {
    options: email,
    flags: ['stdin'],
    summary:
      'give the account a random password and print it, or with --stdin the one read from there; its sign-ins, personal tokens and client secret are revoked, and it is removed from calls',
    run: onDatabase(changePassword),
  },
  'client refresh-secret': {
    options: email,
    summary: "give the account's client a new secret; prints id and secret",
    run: onDatabase(newClientSecret),
  },
  'users list': {
    options: {},
    summary:
      'list all accounts: email, enabled or disabled, plan, since when, name, whether its client creates users',
    run: onDatabase(listAccounts),
  },
  'users disable': {
    options: email,
    flags: ['keep-links'],
    summary:
      'disable an account: its sign-ins, tokens, calls, unused invitations and (without --keep-links) access links end; its groups continue',
    run: onDatabase(disable),
  },
  'users allow-create': {
    operand: 'EMAIL',
    options: {},
    summary: "allow that account's client to create users (POST /v1/users); the first account is allowed",
    run: onDatabase(allowCreate),
  },
  'users forbid-create': {
    operand: 'EMAIL',
    options: {},
    summary: 'forbid it again; the users that it created stay',
    run: onDatabase(forbidCreate),
  },
  'users enable': { options: email, summary: 'switch it on again', run: onDatabase(enable) },
};
