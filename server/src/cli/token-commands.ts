import { type TokenScope, tokenScopeNames } from '../../../contract/permissions/token-scopes.ts';
import {
  makePersonalToken,
  presentPersonalToken,
  scopesIn,
  type TokenWish,
} from '../auth/tokens/personal-tokens.ts';
import {
  deletePersonalToken,
  type PersonalTokenRow,
  personalTokensOf,
  spaceTokenOf,
  spaceTokensOf,
} from '../auth/tokens/store.ts';
import { now, parseMoment } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Refusal, Unstartable } from '../platform/errors.ts';
import { makeSpaceToken } from '../spaces/tokens.ts';
import type { UserRow } from '../users/users.ts';
import { codePoints, onAccount, wrong } from './account-commands.ts';
import { type Command, type CommandInput, type CommandOutput, formatLine, onDatabase } from './command.ts';
import { invocation } from './invocation.ts';

const isScope = (name: string): name is TokenScope => tokenScopeNames.some((scope) => scope === name);

function readScopes(given: string | undefined): TokenScope[] {
  const names = (given ?? 'all').split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isScope(name));
  if (unknown !== undefined) wrong('scopes', `must be some of ${tokenScopeNames.join(',')}`);
  return scopesIn(names.filter(isScope));
}

function readExpiry(given: string | undefined): Date | null {
  if (given === undefined) return null;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(given);
  const expiresAt = parseMoment(isDay ? `${given}T00:00:00Z` : given);
  if (!expiresAt) return wrong('expires', 'must be a time, such as 2027-03-01 or 2027-03-01T08:00:00Z');
  return expiresAt > now() ? expiresAt : wrong('expires', 'must be in the future');
}

function readWish({ options }: CommandInput): TokenWish {
  const name = options.name ?? '';
  if (codePoints(name) > 200 || !name.isWellFormed()) wrong('name', 'must have 1 to 200 characters');
  return { name, scopes: readScopes(options.scopes), expiresAt: readExpiry(options.expires) };
}

const describe = ({ scopes, expiresAt }: ReturnType<typeof presentPersonalToken>): string =>
  [`Scopes: ${scopes.join(', ')}.`, ...(expiresAt === null ? [] : [`Expires ${expiresAt}.`])].join(' ');

const presented = (row: PersonalTokenRow, token: string) => {
  const { id, name, scopes, expiresAt } = presentPersonalToken(row);
  return { id, name, scopes, expiresAt, token };
};

const listing = (rows: PersonalTokenRow[], owner: string): CommandOutput => {
  const tokens = rows.map(presentPersonalToken);
  return {
    answer: tokens.map(({ id, name, scopes, createdAt, expiresAt, lastUsedAt }) =>
      formatLine(
        ...[id, createdAt, lastUsedAt ?? 'never used', scopes.join(','), expiresAt ?? 'no end', name],
      ),
    ),
    json: tokens,
    ...(tokens.length === 0 && { note: `${owner} has no tokens.` }),
  };
};

async function createToken(db: Db, user: UserRow, given: CommandInput): Promise<CommandOutput> {
  const wish = readWish(given);
  const made = inTransaction(db, (trx) => makePersonalToken(trx, { userId: user.id }, wish));
  const { row, token } = await made;
  return {
    answer: [token],
    json: { email: user.email, ...presented(row, token) },
    note: `Personal token ${row.id} of ${user.email}. ${describe(presentPersonalToken(row))} It is shown only once.`,
  };
}

const listTokens = async (db: Db, user: UserRow): Promise<CommandOutput> =>
  listing(await personalTokensOf(db, user.id).execute(), 'This account');

async function revokeToken(db: Db, user: UserRow, given: CommandInput): Promise<CommandOutput> {
  const rows = await personalTokensOf(db, user.id).execute();
  const found = rows.find((row) => row.id === given.options.id);
  if (!found) throw new Unstartable(`${user.email} has no personal token with the id ${given.options.id}.`);
  await inTransaction(db, (trx) => deletePersonalToken(trx, found.id));
  const { id, name } = found;
  return {
    json: { id, email: user.email, name },
    note: `The token "${name}" of ${user.email} is revoked.`,
  };
}

async function createSpaceToken(db: Db, given: CommandInput): Promise<CommandOutput> {
  const spaceId = given.options.space ?? '';
  const wish = readWish(given);
  const made = inTransaction(db, (trx) => makeSpaceToken(trx, { spaceId }, wish));
  const { row, token } = await made.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const isUnknown = error.code === 'not_found';
    throw new Unstartable(
      isUnknown
        ? `There is no group with the id ${spaceId}. "${invocation} spaces list" lists all groups.`
        : error.message,
    );
  });
  return {
    answer: [token],
    json: { spaceId, ...presented(row, token) },
    note: `Token ${row.id} of the group ${spaceId}. ${describe(presentPersonalToken(row))} It is shown only once.`,
  };
}

const listSpaceTokens = async (db: Db, { options: { space = '' } }: CommandInput): Promise<CommandOutput> =>
  listing(await spaceTokensOf(db, space), 'This group');

async function revokeSpaceToken(db: Db, { options }: CommandInput): Promise<CommandOutput> {
  const { space = '', id = '' } = options;
  const found = await spaceTokenOf(db, space, id);
  if (!found) throw new Unstartable(`The group ${space} has no token with the id ${id}.`);
  await inTransaction(db, (trx) => deletePersonalToken(trx, id));
  return { json: { id, spaceId: space, name: found.name }, note: `The token "${found.name}" is revoked.` };
}

const email = { email: 'E' };
const space = { space: 'I' };
const limits = { scopes: 'S', expires: 'T' };
const limitsText = `limited to the scopes S (some of ${tokenScopeNames.join(',')}) and until T, if given`;

export const tokenCommands: Record<string, Command> = {
  'token create': {
    options: { ...email, name: 'N' },
    optional: limits,
    summary: `make a personal token of that account, called N, ${limitsText}; prints it`,
    run: onAccount(createToken, 'token'),
  },
  'token list': {
    options: email,
    summary: "list the account's personal tokens: id, creation, last use, scopes, end, name",
    run: onAccount(listTokens),
  },
  'token revoke': {
    options: { ...email, id: 'I' },
    summary: 'revoke the personal token with that id at once',
    run: onAccount(revokeToken, 'token'),
  },
  'space-token create': {
    options: { ...space, name: 'N' },
    optional: limits,
    summary: `make a token of the group with that id, which acts for it and for no person, ${limitsText}; prints it`,
    run: onDatabase(createSpaceToken, 'token'),
  },
  'space-token list': {
    options: space,
    summary: "list the group's own tokens",
    run: onDatabase(listSpaceTokens),
  },
  'space-token revoke': {
    options: { ...space, id: 'T' },
    summary: 'revoke the token with the id T of that group at once',
    run: onDatabase(revokeSpaceToken, 'token'),
  },
};
