import type { AuditedKind } from '../../../contract/audit/kinds.ts';
import { replaceClientSecret } from '../auth/accounts/accounts.ts';
import { replacePassword, resetTo } from '../auth/passwords/passwords.ts';
import { randomAlphanumeric } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import { fromOperator, hashPassword } from '../platform/passwords.ts';
import { explainWeakness, type PasswordToCheck } from '../platform/weak-passwords.ts';
import { findUserByEmail, planNames, type UserRow, writeUser } from '../users/users.ts';
import { type Command, type CommandInput, type CommandOutput, onDatabase, runChange } from './command.ts';
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

/**
 * Makes a command about an account, which `--email` names.
 * @param kind what it changes, in its first transaction
 */
export const onAccount = (
  work: (db: Db, user: UserRow, given: CommandInput) => Promise<CommandOutput>,
  kind?: AuditedKind,
): Command['run'] =>
  onDatabase(async (db, given) => {
    const user = await findNamedAccount(db, given);
    if (!kind) return work(db, user, given);
    const params = { id: kind === 'account' ? user.id : given.options.id };
    return runChange(db, { words: given.words, kind, params }, (own) => work(own, user, given));
  });

export const codePoints = (text: string): number => [...text].length;

async function changePlan(db: Db, user: UserRow, given: CommandInput): Promise<CommandOutput> {
  const plan = planNames.find((name) => name === given.options.plan);
  if (!plan) return wrong('plan', `must be one of ${planNames.join(', ')}`);
  await inTransaction(db, (trx) => writeUser(trx, user.id, { plan }));
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
    'Not changed: the tokens, access links, invitations, members, webhooks and chat tokens of its groups; check them if somebody else may have used the account.',
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
  'plan set': {
    options: { ...email, plan: 'P' },
    summary: `set the account's plan: ${planNames.join(', ')}`,
    run: onAccount(changePlan, 'account'),
  },
  'password set': {
    options: email,
    flags: ['stdin'],
    summary:
      'give the account a random password and print it, or with --stdin the one read from there; its sign-ins, personal tokens and client secret are revoked, and it is removed from calls',
    run: onAccount(changePassword, 'account'),
  },
  'client refresh-secret': {
    options: email,
    summary: "give the account's client a new secret; prints id and secret",
    run: onAccount(newClientSecret, 'account'),
  },
};
