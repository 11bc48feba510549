import {
  type HiddenPlace,
  hiddenPlaces,
  mayByKind,
  type Permissions,
  permissions,
} from '../../../../../contract/permissions.ts';
import type { Operation } from '../../../../../contract/routes.ts';
import { type Caller, type CallerKind, knownKinds } from './caller.ts';

type ByOf<K extends Operation> = Permissions[K]['by'][number];

/** Callers by whose credential the operation may succeed. */
export type Permitted<K extends Operation> = Extract<
  Caller,
  { kind: 'anybody' extends ByOf<K> ? CallerKind : ByOf<K> }
>;

/** Callers who are told whether the place is there at all. */
export type AskingCaller<K extends Operation> = Permissions[K]['place'] extends HiddenPlace
  ? Permitted<K> | Extract<Caller, { kind: (typeof knownKinds)[number] }>
  : Permitted<K>;

/** What the table says of the part that is needed. */
export type Needed<K extends Operation> = Pick<Permissions[K], 'place' | 'least'>;

export const neededFor = <K extends Operation>(operation: K): Needed<K> => {
  const { place, least } = permissions[operation];
  return { place, least };
};

export const isPermitted = (operation: Operation, { kind }: Caller): boolean =>
  mayByKind(operation, kind === 'nobody' ? 'anybody' : kind);

/** Is the path looked at for this caller, whatever their credential may do? */
export const mayAsk = (operation: Operation, caller: Caller): boolean =>
  isPermitted(operation, caller) ||
  (hiddenPlaces.has(permissions[operation].place) && knownKinds.some((kind) => kind === caller.kind));
