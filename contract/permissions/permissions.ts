import { type Operation, routes } from '../routes.ts';
import type { CredentialKind, Parts, Permission, PermissionPlace } from './permission.ts';

/**
 * The permission of an operation. The server enforces it (`platform/http/access/admit.ts` and each endpoint's `access`),
 * docs/permissions.md prints it, and `server/src/system/permissions.test.ts` tries every kind of credential.
 */
export const permissionOf = (operation: Operation): Permission => routes[operation].permission;

/** Whether the operation may succeed with this kind of credential, or (`anybody`) without one. */
export function mayByKind(operation: Operation, kind: CredentialKind | 'anybody'): boolean {
  const { by, except = [] } = permissionOf(operation);
  if (except.some((refused) => refused === kind)) return false;
  return by.includes(kind) || by.includes('anybody');
}

/** Places that may be private: to a caller without a role there they do not exist. */
export type HiddenPlace = 'space' | 'room' | 'playback' | 'viewing' | 'participant';
export const hiddenPlaces: ReadonlySet<PermissionPlace> = new Set([
  'space',
  'room',
  'playback',
  'viewing',
  'participant',
] satisfies HiddenPlace[]);

type PlaceInCall = 'room' | 'viewing' | 'participant';

/** Roles in the call or the webinar itself: denied to removed participants, unlike seeing the room and requesting entry. */
const partsInCall: { [P in PlaceInCall]: readonly Parts[P][] } = {
  room: ['partake', 'moderate'],
  viewing: ['own'],
  participant: ['partake', 'ownOrModerate', 'moderate'],
};

export function isInTheCall(operation: Operation): boolean {
  const { place, least } = permissionOf(operation);
  return place in partsInCall && partsInCall[place as PlaceInCall].some((part) => part === least);
}
