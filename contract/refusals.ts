import { type ErrorCode, errors } from './errors.ts';
import type { Operation } from './paths.ts';
import { isForGroups, scopesOf } from './permissions/needed-scopes.ts';
import { type CredentialKind, credentialKinds } from './permissions/permission.ts';
import { hiddenPlaces, isInTheCall, mayByKind, permissionOf } from './permissions/permissions.ts';
import { tokenScopeNames } from './permissions/token-scopes.ts';
import type { Route } from './route.ts';
import { methodAndPath, routes } from './routes.ts';

/** The errors that `POST /v1/auth/token` reports in OAuth's format; they replace the other codes of their status. */
const oauthErrors: readonly ErrorCode[] = ['invalid_client', 'invalid_grant', 'unsupported_grant_type'];

/** Errors that any operation may return. */
const always: readonly ErrorCode[] = ['rate_limited', 'database_away', 'internal'];

/**
 * Errors of the connection, before an operation is found: invalid HTTP or headers of more than 16 KiB, a request that
 * takes too long, an unknown Expect header, a method that the path does not have. No operation declares them.
 */
export const connectionErrors: readonly ErrorCode[] = [
  'body_unreadable',
  'method_not_allowed',
  'request_timeout',
  'expectation_unknown',
];

/** Every request except GET has its body parsed, even without fields: it must be an object or empty. */
export const readsBody = (operation: Operation): boolean => methodAndPath(operation).method !== 'GET';

/** Whether the operation repeats its first response to the same Idempotency-Key. */
export function takesKey(operation: Operation): boolean {
  const { path, ignoresKey }: Route = routes[operation];
  return path.startsWith('POST ') && !ignoresKey;
}

/** The errors of the credential and of the place in the path. */
function* codesOfPermission(operation: Operation): Generator<ErrorCode> {
  const { place, least } = permissionOf(operation);
  const may = (kind: CredentialKind) => mayByKind(operation, kind);
  const { method, path } = methodAndPath(operation);
  const kinds = Object.keys(credentialKinds) as CredentialKind[];
  yield 'unauthorized';
  if (!kinds.every(may)) yield 'forbidden';
  if (may('personal') && scopesOf(operation) !== tokenScopeNames) yield 'scope_missing';
  if (may('personal') && !isForGroups(operation)) yield 'group_token';
  // Browsers send cookies by themselves: every change needs our own Origin, before the permission is checked.
  if (method !== 'GET' && (may('session') || hiddenPlaces.has(place))) yield 'foreign_origin';
  const isInChannel = place === 'channel' || place === 'message';
  if (path.includes(':') || isInChannel) yield 'not_found';
  if (isInChannel && least !== 'see') yield 'not_joined';
  const isInCall = place === 'chat' || isInChannel || isInTheCall(operation);
  if (isInCall && may('participant')) yield* ['removed_from_call', 'link_used'] as const;
}

/** The errors of the body, the query and the Idempotency-Key. */
function* codesOfInput(operation: Operation): Generator<ErrorCode> {
  const definition: Route = routes[operation];
  if (readsBody(operation)) {
    yield* ['body_unreadable', 'body_too_large', 'unsupported_media_type', 'validation_failed'] as const;
  }
  if (definition.query) yield 'validation_failed';
  if (takesKey(operation)) yield 'idempotency_key_reused';
}

/** The codes that follow from the operation's kind; its definition lists the others (docs/decisions/0024). */
export function codesByKind(operation: Operation): ErrorCode[] {
  // OAuth's endpoint has credentials of its own, and `invalid_request` for any invalid body.
  const found =
    operation === 'issueToken'
      ? (['body_too_large', 'unsupported_media_type'] as const)
      : [...codesOfPermission(operation), ...codesOfInput(operation)];
  return [...always, ...found];
}

/** All codes that an operation may return. */
export function codesOf(operation: Operation): ErrorCode[] {
  const { errors: own = [] }: Route = routes[operation];
  return [...new Set([...own, ...codesByKind(operation)])].sort();
}

/** The error name at OAuth's endpoint. */
export const oauthErrorOf = (code: ErrorCode): string =>
  errors[code].status < 429 && !oauthErrors.includes(code) ? 'invalid_request' : code;
