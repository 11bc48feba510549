import { join } from 'node:path';
import { writeOrCheck } from '../generate.ts';
import { type Tag, tags } from '../route.ts';
import { methodAndPath, type Operation, operationsIn } from '../routes.ts';
import { describeAllowedCallers } from './allowed-callers.ts';
import { type CredentialKind, credentialKinds } from './permission.ts';
import { permissionOf } from './permissions.ts';

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

function rowOf(operation: Operation): string {
  const { method, path } = methodAndPath(operation);
  const shown = path.replace(/:(\w+)/g, '{$1}');
  return `| \`${operation}\` | \`${method} ${shown}\` | ${describeAllowedCallers(operation)} | ${credentialsOf(operation)} |`;
}

const sections = (Object.keys(tags) as Tag[]).map(
  (tag) => `## ${tag}

| operation | method and path | allowed for | credential |
|---|---|---|---|
${operationsIn(tag).map(rowOf).join('\n')}
`,
);

const kinds = order.map((kind) => `| ${names[kind]} | ${credentialKinds[kind]} |`).join('\n');

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

${sections.join('\n')}`;

writeOrCheck(join(import.meta.dirname, '../../docs/permissions.md'), text);
