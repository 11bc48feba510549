import type { Route, Tag } from '../route.ts';
import { methodAndPath, type Operation, routes } from '../routes.ts';
import { type TokenScope, tokenScopeNames } from './token-scopes.ts';

/** The scope of the operations of each section of the reference; `all`: they need a token with all rights. */
const scopeOfSection: Record<Tag, Exclude<TokenScope, 'read'>> = {
  Tokens: 'all',
  Users: 'all',
  Groups: 'all',
  Members: 'all',
  Rooms: 'rooms',
  'Automatic webinars': 'rooms',
  Watching: 'rooms',
  'Timelines of webinars': 'rooms',
  'Access links': 'rooms',
  Participants: 'rooms',
  People: 'all',
  Calls: 'rooms',
  Analytics: 'reports',
  Recordings: 'recordings',
  Transcripts: 'recordings',
  'Uploaded videos': 'recordings',
  Documents: 'rooms',
  Webhooks: 'webhooks',
  // Holders of the secret make rooms, enter calls and read recordings.
  BigBlueButton: 'all',
  Page: 'all',
  Gestures: 'rooms',
  Boards: 'rooms',
  'Polls of rooms': 'rooms',
  Chat: 'all',
};

/**
 * The scopes of which a token needs one: those that the block of the operation states, or the scope of its section and,
 * for an operation that only reads, `read`. Every token may use what nobody needs a right for.
 */
export function scopesOf(operation: Operation): readonly TokenScope[] {
  const { scope, tag, permission }: Route = routes[operation];
  if (scope === 'any' || permission.place === 'nothing') return tokenScopeNames;
  if (scope === 'person') return ['all'];
  if (scope !== undefined) return scope;
  const ofSection = tag === undefined ? 'all' : scopeOfSection[tag];
  return methodAndPath(operation).method === 'GET' ? [ofSection, 'read'] : [ofSection];
}

/**
 * Whether a token of a group may use the operation: it acts in its group, and never for a person who has an account,
 * enters calls or accepts an invitation (docs/decisions/0201).
 */
export function isForGroups(operation: Operation): boolean {
  const { scope, forGroups, permission }: Route = routes[operation];
  if (scope === 'person') return false;
  return forGroups === true || !(permission.place === 'account' || permission.place === 'invite');
}

/**
 * Finds the scope that a token with these scopes lacks.
 * @param isReading whether the request itself changes nothing: a path may have methods that no operation describes
 */
export function missingScope(
  operation: Operation,
  scopes: readonly TokenScope[],
  isReading: boolean,
): TokenScope | undefined {
  const needed = scopesOf(operation);
  if (needed === tokenScopeNames || scopes.includes('all')) return undefined;
  const isEnough = (scope: TokenScope) => scopes.includes(scope) && (scope !== 'read' || isReading);
  if (needed.some(isEnough)) return undefined;
  // The narrowest that is enough, so that nobody makes a stronger token than necessary.
  return needed.find((scope) => scope !== 'all' && (scope !== 'read' || isReading)) ?? needed[0];
}
