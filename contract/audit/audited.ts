import { people } from '../permissions/permission.ts';
import type { Route, Tag } from '../route.ts';
import { methodAndPath, type Operation, routes } from '../routes.ts';
import type { AuditedKind } from './kinds.ts';

/** The kind that the changes of each section of the reference are about; null: the audit log has none of them. */
const kindOfSection: Record<Tag, AuditedKind | null> = {
  Tokens: 'token',
  Users: 'account',
  Groups: 'group',
  Members: 'member',
  Rooms: 'room',
  'Automatic webinars': 'webinar',
  Watching: null,
  'Timelines of webinars': 'webinar',
  'Access links': null,
  Participants: null,
  People: 'person',
  Calls: null,
  Analytics: null,
  Recordings: 'recording',
  Transcripts: 'transcript',
  'Uploaded videos': 'video',
  Documents: null,
  Webhooks: 'webhook',
  BigBlueButton: 'bigbluebutton',
  Page: null,
  Gestures: null,
  Boards: null,
  'Polls of rooms': null,
  Chat: 'chat',
};

const accountKinds: ReadonlySet<string> = new Set(people);

/**
 * Finds the kind of the entries that the operation adds to the audit log; undefined: it adds none. Audited are changes
 * that only accounts and their programs may make, not those of people in a call (docs/decisions/0204).
 */
export function auditedKindOf(operation: Operation): AuditedKind | undefined {
  const { tag, audited, permission }: Route = routes[operation];
  if (audited !== undefined) return audited || undefined;
  const isByAccountsOnly = permission.by.every((kind) => accountKinds.has(kind));
  if (methodAndPath(operation).method === 'GET' || !isByAccountsOnly || !tag) return undefined;
  return kindOfSection[tag] ?? undefined;
}

/** Every operation that adds to the audit log. */
export const auditedOperations = (Object.keys(routes) as Operation[]).filter(
  (operation) => auditedKindOf(operation) !== undefined,
);
