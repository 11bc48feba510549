import {
  mayByKind,
  type Parts,
  type Permission,
  type PermissionPlace,
  type Permissions,
  permissions,
} from '../../../../contract/permissions.ts';
import type { Operation } from '../../../../contract/routes.ts';
import { anybodyKnown, type Caller, type CallerKind } from './caller.ts';

/** Places that may be private: whoever has no part there is told that there is nothing, before what their credential may. */
type Hidden = 'space' | 'room' | 'participant';
const hidden = new Set<PermissionPlace>(['space', 'room', 'participant'] satisfies Hidden[]);

type ByOf<K extends Operation> = Permissions[K]['by'][number];

/** Callers by whose credential the operation may succeed. */
export type Permitted<K extends Operation> = Extract<
  Caller,
  { kind: 'anybody' extends ByOf<K> ? CallerKind : ByOf<K> }
>;

/** Callers who are told whether the place is there at all. */
export type Asking<K extends Operation> = Permissions[K]['place'] extends Hidden
  ? Permitted<K> | Extract<Caller, { kind: (typeof anybodyKnown)[number] }>
  : Permitted<K>;

/** What the table says of the part that is needed. */
export type Needed<K extends Operation> = Pick<Permissions[K], 'place' | 'least'>;

export const neededFor = <K extends Operation>(operation: K): Needed<K> => {
  const { place, least } = permissions[operation];
  return { place, least };
};

export const isPermitted = (operation: Operation, { kind }: Caller): boolean =>
  mayByKind(operation, kind === 'nobody' ? 'anybody' : kind);

/** Parts in the call itself: closed to who was put out of it, which seeing the room and asking to come in are not. */
const inTheCall: { [P in 'room' | 'participant']: readonly Parts[P][] } = {
  room: ['partake', 'moderate'],
  participant: ['partake', 'ownOrModerate', 'moderate'],
};

export function isOfTheCall(operation: Operation): boolean {
  const { place, least }: Permission = permissions[operation];
  return (place === 'room' || place === 'participant') && inTheCall[place].some((part) => part === least);
}

/** Is the path looked at for this caller, whatever their credential may do? */
export const isAsked = (operation: Operation, caller: Caller): boolean =>
  isPermitted(operation, caller) ||
  (hidden.has(permissions[operation].place) && anybodyKnown.some((kind) => kind === caller.kind));
