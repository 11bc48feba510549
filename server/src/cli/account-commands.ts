import { replaceClientSecret } from '../auth/accounts/accounts.ts';
import { replacePassword, resetTo } from '../auth/passwords/passwords.ts';
import { makePersonalToken } from '../auth/tokens/personal-tokens.ts';
import { deletePersonalToken, personalTokensOf } from '../auth/tokens/store.ts';
import { timestamp, timestampOrNull } from '../platform/clock.ts';
import { randomAlphanumeric } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import { fromOperator, hashNewPassword } from '../platform/passwords.ts';
import { explainWeakness } from '../platform/weak-passwords.ts';
import { planNamed } from '../users/plans.ts';
import { findUserByEmail, planNames, type UserRow, writeUser } from '../users/users.ts';
import { type Command, type CommandInput, type CommandOutput, formatLine, onDatabase } from './command.ts';
import { invocation } from './invocation.ts';

/** Refuses a command because an option has a wrong value. */
export const wrong = (option: string, message: string): never => {
  throw new Unstartable(`--${option} ${message}.`);
};

export async function findNamedAccount(db: Db, { options, operand }: CommandInput): Promise<UserRow> {
  const email = options.email ?? operand;
  const user = await findUserByEmail(db, email);
  if (user) return user;
  throw new Unstartable(
    `There is no account with the email address ${email}. "${invocation} users list" lists all accounts.`,
  );
}

const codePoints = (text: string): number => [...text].length;

async function createToken(db: Db, given: CommandInput): Promise<CommandOutput> {
  const name = given.options.name ?? '';
  if (codePoints(name) > 200 || !name.isWellFormed()) wrong('name', 'must have 1 to 200 characters');
  const user = await findNamedAccount(db, given);
  const { row, token } = await makePersonalToken(db, user.id, name);
  return {
    answer: [token],
    json: { id: row.id, email: user.email, name: row.name, token },
    note: `Personal token ${row.id} of ${user.email}. It is shown only once.`,
  };
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
    json: rows.map((row) => ({
      id: row.id,
      name: row.name,
      createdAt: timestamp(row.created_at),
      lastUsedAt: timestampOrNull(row.last_used_at),
    })),
    ...(rows.length === 0 && { note: 'This account has no personal tokens.' }),
  };
}

async function revokeToken(db: Db, given: CommandInput): Promise<CommandOutput> {
  const user = await findNamedAccount(db, given);
  const rows = await personalTokensOf(db, user.id).execute();
  const found = rows.find((row) => row.id === given.options.id);
  if (!found) throw new Unstartable(`${user.email} has no personal token with the id ${given.options.id}.`);
  await deletePersonalToken(db, found.id);
  const { id, name } = found;
  return {
    answer: [],
    json: { id, email: user.email, name },
    note: `The token "${name}" of ${user.email} is revoked.`,
  };
}

async function changePlan(db: Db, given: CommandInput): Promise<CommandOutput> {
  const plan = planNamed(given.options.plan ?? '');
  if (!plan) return wrong('plan', `must be one of ${planNames.join(', ')}`);
  const user = await findNamedAccount(db, given);
  await writeUser(db, user.id, { plan });
  const json = { email: user.email, plan };
  return { answer: [], json, note: `${user.email} is on the plan ${plan}.` };
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

async function changePassword(db: Db, given: CommandInput): Promise<CommandOutput> {
  const { password, isGiven } = await readPassword(given);
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
  const json = { email: user.email, password: isGiven ? null : password };
  return isGiven
    ? { answer: [], json, note }
    : { answer: [password], json, note: `${note} The password is shown only once.` };
}

async function newClientSecret(db: Db, given: CommandInput): Promise<CommandOutput> {
  const user = await findNamedAccount(db, given);
  const client = await inTransaction(db, (trx) => replaceClientSecret(trx, user));
  return {
    answer: [`client_id=${client.clientId}`, `client_secret=${client.clientSecret}`],
    json: { email: user.email, clientId: client.clientId, clientSecret: client.clientSecret },
    note: `New client credentials of ${user.email}. They are shown only once. The old secret and its tokens are revoked.`,
  };
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
};
