import {
  type HiddenPlace,
  hiddenPlaces,
  mayByKind,
  type Permissions,
  permissions,
} from '../../../../../contract/permissions/permissions.ts';
import type { Operation } from '../../../../../contract/routes.ts';
import { type Caller, type CallerKind, knownKinds } from './caller.ts';

type ByOf<K extends Operation> = Permissions[K]['by'][number];

/** Callers whose credential may be accepted for the operation. */
export type Permitted<K extends Operation> = Extract<
  Caller,
  { kind: 'anybody' extends ByOf<K> ? CallerKind : ByOf<K> }
>;

/** Callers who may learn whether the group or room exists. */
export type AskingCaller<K extends Operation> = Permissions[K]['place'] extends HiddenPlace
  ? Permitted<K> | Extract<Caller, { kind: (typeof knownKinds)[number] }>
  : Permitted<K>;

/** The permission table's place and lowest role for the operation. */
export type Needed<K extends Operation> = Pick<Permissions[K], 'place' | 'least'>;

export const neededFor = <K extends Operation>(operation: K): Needed<K> => {
  const { place, least } = permissions[operation];
  return { place, least };
};

export const isPermitted = (operation: Operation, { kind }: Caller): boolean =>
  mayByKind(operation, kind === 'nobody' ? 'anybody' : kind);

/** May this caller learn whether the path exists, even if the credential may not call the operation? */
export const mayAsk = (operation: Operation, caller: Caller): boolean =>
  isPermitted(operation, caller) ||
  (hiddenPlaces.has(permissions[operation].place) && knownKinds.some((kind) => kind === caller.kind));
