import { type ErrorCode, errors } from './errors.ts';
import type { Operation } from './paths.ts';
import {
  type CredentialKind,
  credentialKinds,
  hiddenPlaces,
  isInTheCall,
  mayByKind,
  type Permission,
  permissions,
} from './permissions.ts';
import type { Route } from './route.ts';
import { methodAndPath, routes } from './routes.ts';

/** The errors that `POST /v1/auth/token` names in its own format (OAuth); the other codes of its status stand for it. */
const oauthErrors: readonly ErrorCode[] = ['invalid_client', 'invalid_grant', 'unsupported_grant_type'];

/** What any operation may answer. */
const always: readonly ErrorCode[] = ['rate_limited', 'database_away', 'internal'];

/**
 * Errors of the connection, before an operation is found: bytes that are no HTTP or headers of more than 16 KiB, a request
 * that takes too long, an unknown Expect header, a method that the path does not have. No operation declares them.
 */
export const connectionErrors: readonly ErrorCode[] = [
  'body_unreadable',
  'method_not_allowed',
  'request_timeout',
  'expectation_unknown',
];

/** The body of every request but GET is read, also where the operation has no field: it must then be an object, or empty. */
export const readsBody = (operation: Operation): boolean => methodAndPath(operation).method !== 'GET';

/** An Idempotency-Key is ignored: the response contains a secret, which is not stored; of a page's error nothing is. */
const ignoresKey = new Set<Operation>([
  'issueToken',
  'openAccessLink',
  'createPersonalToken',
  'refreshClientSecret',
  'createSession',
  'refreshSession',
  'register',
  'createParticipant',
  'issueSignalingToken',
  'createWebhook',
  'createChatM2mToken',
  'signUp',
  'logIn',
  'reportPageError',
]);

/** Does the operation repeat its first response to the same Idempotency-Key? */
export const takesKey = (operation: Operation): boolean =>
  methodAndPath(operation).method === 'POST' && !ignoresKey.has(operation);

/** The errors of the credential and of the place that the operation is about. */
function* codesOfPermission(operation: Operation): Generator<ErrorCode> {
  const { place, least }: Permission = permissions[operation];
  const may = (kind: CredentialKind) => mayByKind(operation, kind);
  const { method, path } = methodAndPath(operation);
  const kinds = Object.keys(credentialKinds) as CredentialKind[];
  yield 'unauthorized';
  if (!kinds.every(may)) yield 'forbidden';
  // Cookies are sent by the browser itself: every change needs an Origin of ours, before the permission is known.
  if (method !== 'GET' && (may('session') || hiddenPlaces.has(place))) yield 'foreign_origin';
  const isInChannel = place === 'channel' || place === 'message';
  if (path.includes(':') || isInChannel) yield 'not_found';
  if (isInChannel && least !== 'see') yield 'not_joined';
  const isInCall = place === 'chat' || isInChannel || isInTheCall(operation);
  if (isInCall && may('participant')) yield 'removed_from_call';
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

/** The codes that follow from what the operation is; its definition names the others. */
export function codesByKind(operation: Operation): ErrorCode[] {
  // OAuth's endpoint has no credential but its own, and its one word for a wrong body is `invalid_request`.
  const found =
    operation === 'issueToken'
      ? (['body_too_large', 'unsupported_media_type'] as const)
      : [...codesOfPermission(operation), ...codesOfInput(operation)];
  return [...always, ...found];
}

/** Every code that an operation may answer. */
export function codesOf(operation: Operation): ErrorCode[] {
  const { errors: own }: Route = routes[operation];
  return [...new Set([...own, ...codesByKind(operation)])].sort();
}

/** The word for an error at OAuth's endpoint. */
export const oauthErrorOf = (code: ErrorCode): string =>
  errors[code].status < 429 && !oauthErrors.includes(code) ? 'invalid_request' : code;
