import { isForGroups, missingScope } from '../../../../../contract/permissions/needed-scopes.ts';
import {
  type HiddenPlace,
  hiddenPlaces,
  mayByKind,
  permissionOf,
} from '../../../../../contract/permissions/permissions.ts';
import { type Operation, type PermissionOf, routes } from '../../../../../contract/routes.ts';
import { Refusal, refuse } from '../../errors.ts';
import { type Caller, type CallerKind, knownKinds } from './caller.ts';

type ByOf<K extends Operation> = PermissionOf<K>['by'][number];

/** Callers whose credential may be accepted for the operation. */
export type Permitted<K extends Operation> = Extract<
  Caller,
  { kind: 'anybody' extends ByOf<K> ? CallerKind : ByOf<K> }
>;

/** Callers who may learn whether the group or room exists. */
export type AskingCaller<K extends Operation> = PermissionOf<K>['place'] extends HiddenPlace
  ? Permitted<K> | Extract<Caller, { kind: (typeof knownKinds)[number] }>
  : Permitted<K>;

/** The place and the lowest role that the operation requires. */
export type Needed<K extends Operation> = Pick<PermissionOf<K>, 'place' | 'least'>;

export const neededFor = <K extends Operation>(operation: K): Needed<K> => {
  const { place, least } = routes[operation].permission;
  return { place, least };
};

export const isPermitted = (operation: Operation, { kind }: Caller): boolean =>
  mayByKind(operation, kind === 'nobody' ? 'anybody' : kind);

/** May this caller learn whether the path exists, even if the credential may not call the operation? */
export const mayAsk = (operation: Operation, caller: Caller): boolean =>
  isPermitted(operation, caller) ||
  (hiddenPlaces.has(permissionOf(operation).place) && knownKinds.some((kind) => kind === caller.kind));

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The request that a token sends: its own method counts, since uploads are admitted as operations that read. */
interface TokenRequest {
  method: string;
  params: Partial<Record<string, string>>;
}

/**
 * Refuses what a token may not do for any account: other groups than its own (404), what is for people (403), and what
 * its scopes do not include (403).
 */
export function checkToken(operation: Operation, caller: Caller, { method, params }: TokenRequest): void {
  if (caller.kind !== 'personal') return;
  const { scopes, spaceId } = caller;
  if (spaceId !== null) {
    if (params.spaceId !== undefined && params.spaceId !== spaceId) refuse('not_found');
    if (isPermitted(operation, caller) && !isForGroups(operation)) refuse('group_token');
  }
  // An operation that takes no token at all refuses this one as it does every other.
  if (!isPermitted(operation, caller)) return;
  const scope = missingScope(operation, scopes, readingMethods.has(method));
  if (scope === undefined) return;
  throw new Refusal('scope_missing', { scope, message: `This token lacks the scope "${scope}".` });
}
