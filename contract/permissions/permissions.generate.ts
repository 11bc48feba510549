import { join } from 'node:path';
import { writeOrCheck } from '../generate.ts';
import { tusMethods } from '../operations/assets.ts';
import { type Tag, tags } from '../route.ts';
import { methodAndPath, type Operation, operationsIn } from '../routes.ts';
import { describeAllowedCallers } from './allowed-callers.ts';
import { isForGroups, scopesOf } from './needed-scopes.ts';
import { type CredentialKind, credentialKinds } from './permission.ts';
import { mayByKind, permissionOf } from './permissions.ts';
import { tokenScopeNames, tokenScopes } from './token-scopes.ts';

const names: Record<CredentialKind, string> = {
  personal: 'personal token',
  user: 'user token',
  session: 'browser session',
  client: 'client token',
  link: 'link session',
  participant: 'participant session',
  chat: 'chat token',
  application: 'machine token',
};

const order = Object.keys(names) as CredentialKind[];

/** If no credential is needed, the others only show more. */
function credentialsOf(operation: Operation): string {
  const { by } = permissionOf(operation);
  if (by.includes('anybody')) return 'none needed';
  return order
    .filter((kind) => by.includes(kind))
    .map((kind) => names[kind])
    .join(', ');
}

/** The scopes of a personal token, and whether a group's own token may use the operation. */
function scopesIn(operation: Operation): string {
  if (!mayByKind(operation, 'personal')) return '–';
  const scopes = scopesOf(operation);
  const named = scopes === tokenScopeNames ? 'any' : scopes.map((scope) => `\`${scope}\``).join(', ');
  return isForGroups(operation) ? named : `${named}; no token of a group`;
}

function rowOf(operation: Operation): string {
  const { method, path } = methodAndPath(operation);
  const shown = path.replace(/:(\w+)/g, '{$1}');
  return `| \`${operation}\` | \`${method} ${shown}\` | ${describeAllowedCallers(operation)} | ${credentialsOf(operation)} | ${scopesIn(operation)} |`;
}

/** Rows of the requests by which tus uploads a video; no operation describes them. */
const uploadRows = Object.entries(tusMethods).map(([path, methods]) => {
  const shown = path.replace(/:(\w+)/g, '{$1}');
  const sent = methods.filter((method) => method !== 'OPTIONS').join(', ');
  const [callers, credentials] = [describeAllowedCallers('updateAsset'), credentialsOf('updateAsset')];
  return `| an upload by tus | \`${sent} ${shown}\` | ${callers} | ${credentials} | ${scopesIn('updateAsset')} |`;
});

const rowsOf = (tag: Tag): string =>
  [...operationsIn(tag).map(rowOf), ...(operationsIn(tag).includes('updateAsset') ? uploadRows : [])].join(
    '\n',
  );

const sections = (Object.keys(tags) as Tag[]).map(
  (tag) => `## ${tag}

| operation | method and path | allowed for | credential | scope of a token |
|---|---|---|---|---|
${rowsOf(tag)}
`,
);

const kinds = order.map((kind) => `| ${names[kind]} | ${credentialKinds[kind]} |`).join('\n');

const scopes = Object.entries(tokenScopes)
  .map(([scope, meaning]) => `| \`${scope}\` | ${meaning} |`)
  .join('\n');

const text = `# Permissions by role

<!-- Generated from contract/operations/ by \`npm run generate\`: change it there. -->

The server enforces this table: it is printed from the source that decides. A request is checked in this order: the credential (401 if one is required and
none, or an invalid one, was sent), then whether the object exists for you (404: a private group or room does not exist for people without a role in it), then
your role there and your kind of credential (403). An expired access token is invalid.

Roles: a group has one owner, moderators and members; a room has one owner, moderators and users of its own. The owner and the moderators of a group manage each
of its rooms; a member has access to its public rooms, and to private ones in which they have a role. A moderator by access link has rights inside the call, and reads who
attended the calls in which they were; no other data.
A participant who was removed, or whose link or account was revoked, has no rights in the call by a session that they still hold (403 \`removed_from_call\`);
nor has one whose link another browser has taken (410 \`link_used\`).

| credential | description |
|---|---|
${kinds}

A personal token and a token of a group have scopes, which only narrow the rights of their owner: a token needs one of the scopes of the last column, or \`all\`;
otherwise the answer is 403 \`scope_missing\`, before the path is looked up. \`rooms\` includes access links, and so entering calls as a moderator by them. A token of a group acts
in its group with the rights of its owner, and is refused (403 \`group_token\`) what is for accounts of people. Other groups do not exist for it (404).

| scope | rights |
|---|---|
${scopes}

${sections.join('\n')}`;

writeOrCheck(join(import.meta.dirname, '../../docs/permissions.md'), text);
