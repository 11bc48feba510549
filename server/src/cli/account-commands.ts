import { replaceClientSecret } from '../auth/accounts/accounts.ts';
import { replacePassword, resetTo } from '../auth/passwords/passwords.ts';
import { makePersonalToken } from '../auth/tokens/personal-tokens.ts';
import { deletePersonalToken, personalTokensOf } from '../auth/tokens/store.ts';
import { timestamp, timestampOrNull } from '../platform/clock.ts';
import { randomAlphanumeric } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import { fromOperator, hashPassword } from '../platform/passwords.ts';
import { explainWeakness, type PasswordToCheck } from '../platform/weak-passwords.ts';
import { findUserByEmail, planNames, type UserRow, writeUser } from '../users/users.ts';
import { type Command, type CommandInput, type CommandOutput, formatLine, onDatabase } from './command.ts';
import { invocation } from './invocation.ts';

/** Refuses a command because an option has a wrong value. */
export const wrong = (option: string, message: string): never => {
  throw new Unstartable(`--${option} ${message}.`);
};

export async function findNamedAccount(db: Db, { options }: CommandInput): Promise<UserRow> {
  const { email = '' } = options;
  const user = await findUserByEmail(db, email);
  if (user) return user;
  throw new Unstartable(
    `There is no account with the email address ${email}. "${invocation} users list" lists all accounts.`,
  );
}

/** Makes a command about an account, which `--email` names. */
export const onAccount = (
  work: (db: Db, user: UserRow, given: CommandInput) => Promise<CommandOutput>,
): Command['run'] => onDatabase(async (db, given) => work(db, await findNamedAccount(db, given), given));

const codePoints = (text: string): number => [...text].length;

async function createToken(db: Db, user: UserRow, given: CommandInput): Promise<CommandOutput> {
  const name = given.options.name ?? '';
  if (codePoints(name) > 200 || !name.isWellFormed()) wrong('name', 'must have 1 to 200 characters');
  const { row, token } = await makePersonalToken(db, user.id, name);
  return {
    answer: [token],
    json: { id: row.id, email: user.email, name: row.name, token },
    note: `Personal token ${row.id} of ${user.email}. It is shown only once.`,
  };
}

async function listTokens(db: Db, user: UserRow): Promise<CommandOutput> {
  const rows = await personalTokensOf(db, user.id).execute();
  const tokens = rows.map(({ id, name, created_at, last_used_at }) => ({
    ...{ id, name, createdAt: timestamp(created_at), lastUsedAt: timestampOrNull(last_used_at) },
  }));
  return {
    answer: tokens.map(({ id, name, createdAt, lastUsedAt }) =>
      formatLine(id, createdAt, lastUsedAt ?? 'never used', name),
    ),
    json: tokens,
    ...(tokens.length === 0 && { note: 'This account has no personal tokens.' }),
  };
}

async function revokeToken(db: Db, user: UserRow, given: CommandInput): Promise<CommandOutput> {
  const rows = await personalTokensOf(db, user.id).execute();
  const found = rows.find((row) => row.id === given.options.id);
  if (!found) throw new Unstartable(`${user.email} has no personal token with the id ${given.options.id}.`);
  await deletePersonalToken(db, found.id);
  const { id, name } = found;
  return {
    json: { id, email: user.email, name },
    note: `The token "${name}" of ${user.email} is revoked.`,
  };
}

async function changePlan(db: Db, user: UserRow, given: CommandInput): Promise<CommandOutput> {
  const plan = planNames.find((name) => name === given.options.plan);
  if (!plan) return wrong('plan', `must be one of ${planNames.join(', ')}`);
  await writeUser(db, user.id, { plan });
  const json = { email: user.email, plan };
  return { json, note: `${user.email} is on the plan ${plan}.` };
}

/** The password of standard input with --stdin, or else a random one. */
export async function readPassword({ flags, readLine }: CommandInput) {
  const isGiven = flags.has('stdin');
  const password = isGiven ? await readLine() : randomAlphanumeric(20);
  const length = codePoints(password);
  if (length < 8 || length > 128 || password.includes('\0')) {
    throw new Unstartable('The password must have 8 to 128 characters.');
  }
  return { password, isGiven };
}

/** Refuses a weak password. */
export async function hashGoodPassword(given: PasswordToCheck): Promise<string> {
  const weakness = explainWeakness(given);
  if (weakness) throw new Unstartable(`The password ${weakness}.`);
  return hashPassword(given.password, fromOperator);
}

async function changePassword(db: Db, user: UserRow, given: CommandInput): Promise<CommandOutput> {
  const { password, isGiven } = await readPassword(given);
  const passwordHash = await hashGoodPassword({ password, email: user.email });
  await inTransaction(db, (trx) => replacePassword(trx, user, resetTo(passwordHash)));
  const note = [
    `${user.email} has a new password.`,
    'Revoked: its sign-ins, personal tokens, the client secret and every token obtained with it; the account is removed from calls.',
    'Not changed: the access links, invitations, members, webhooks and chat tokens of its groups; check them if somebody else may have used the account.',
  ].join(' ');
  return {
    answer: isGiven ? [] : [password],
    json: { email: user.email, password: isGiven ? null : password },
    note: isGiven ? note : `${note} The password is shown only once.`,
  };
}

async function newClientSecret(db: Db, user: UserRow): Promise<CommandOutput> {
  const client = await inTransaction(db, (trx) => replaceClientSecret(trx, user));
  return {
    answer: [`client_id=${client.clientId}`, `client_secret=${client.clientSecret}`],
    json: { email: user.email, ...client },
    note: `New client credentials of ${user.email}. They are shown only once. The old secret and its tokens are revoked.`,
  };
}

const email = { email: 'E' };

export const accountCommands: Record<string, Command> = {
  'token create': {
    options: { ...email, name: 'N' },
    summary: 'make a personal token of that account, called N; prints it',
    run: onAccount(createToken),
  },
  'token list': {
    options: email,
    summary: "list the account's personal tokens",
    run: onAccount(listTokens),
  },
  'token revoke': {
    options: { ...email, id: 'I' },
    summary: 'revoke the personal token with that id at once',
    run: onAccount(revokeToken),
  },
  'plan set': {
    options: { ...email, plan: 'P' },
    summary: `set the account's plan: ${planNames.join(', ')}`,
    run: onAccount(changePlan),
  },
  'password set': {
    options: email,
    flags: ['stdin'],
    summary:
      'give the account a random password and print it, or with --stdin the one read from there; its sign-ins, personal tokens and client secret are revoked, and it is removed from calls',
    run: onAccount(changePassword),
  },
  'client refresh-secret': {
    options: email,
    summary: "give the account's client a new secret; prints id and secret",
    run: onAccount(newClientSecret),
  },
};
