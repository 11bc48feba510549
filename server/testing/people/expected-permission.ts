import {
  mayByKind,
  type Permission,
  type PermissionPlace,
  permissions,
} from '../../../contract/permissions.ts';
import { methodAndPath, type Operation } from '../../../contract/routes.ts';
import type { Asker, Scene } from './askers.ts';

export type Expected = 'ok' | 401 | 403 | 404;

const ranks = { see: 0, user: 1, moderator: 2, owner: 3 } as const;
const accounts = ['user', 'personal', 'session'];

const isAccount = ({ kind }: Asker) => accounts.includes(kind);
const leadsSpace = ({ space }: Asker) => space === 'moderator' || space === 'owner';
const leadsRoom = (asker: Asker) => isAccount(asker) && (leadsSpace(asker) || asker.room === 'moderator');
const moderates = (asker: Asker) =>
  leadsRoom(asker) || (asker.kind === 'participant' && asker.room === 'moderator');
const seesRoom = (asker: Asker, { isPublic }: Scene) =>
  isPublic || leadsSpace(asker) || asker.room !== undefined;
const seesSpace = (asker: Asker, { isPublic }: Scene) => isPublic || asker.space !== undefined;

type Enough = (asker: Asker, scene: Scene) => boolean;

/** Has the asker the part that the table names? Said anew here, by what the test made of each. */
const enough: { [P in PermissionPlace]: Record<Permission<P>['least'], Enough> } = {
  nothing: { anybody: () => true },
  account: { self: () => true, own: ({ isOwner }) => isOwner === true },
  invite: { known: () => true },
  space: {
    see: seesSpace,
    selfOrModerator: (asker) => asker.space !== undefined && isAccount(asker),
    moderator: leadsSpace,
    owner: ({ space }) => ranks[space ?? 'see'] >= ranks.owner,
  },
  room: {
    see: seesRoom,
    partake: (asker, { isPublic }) =>
      asker.kind === 'participant'
        ? asker.room !== undefined
        : isAccount(asker) && (leadsRoom(asker) || (isPublic && asker.space !== undefined)),
    moderate: moderates,
    lead: leadsRoom,
    own: leadsSpace,
  },
  participant: {
    own: ({ isParticipant }) => isParticipant === true,
    partake: (asker) => asker.isParticipant === true && asker.kind === 'participant',
    ownOrModerate: (asker) =>
      (asker.isParticipant === true && asker.kind === 'participant') || moderates(asker),
    moderate: moderates,
  },
  chat: { admitted: () => true },
  channel: {
    see: ({ chat }) => chat !== undefined,
    join: ({ chat }) => chat !== undefined,
    moderate: ({ chat }) => chat === 'moderator',
  },
  message: { join: ({ chat }) => chat !== undefined, ownOrModerate: ({ chat }) => chat === 'moderator' },
  application: { own: ({ isMachine }) => isMachine === true },
};

const isEnough = (operation: Operation, asker: Asker, scene: Scene): boolean => {
  const { place, least } = permissions[operation];
  return (enough[place] as Record<string, Enough>)[least]?.(asker, scene) ?? false;
};

/** Does the asker know of what the path names? */
function knows(operation: Operation, asker: Asker, scene: Scene): boolean {
  const { place, least } = permissions[operation];
  const { path } = methodAndPath(operation);
  if (place === 'channel' || place === 'message') return asker.chat !== undefined;
  if (place === 'account' || place === 'application') return isEnough(operation, asker, scene);
  // One who may know of a room in it may ask about rooms of a group; a path that names the room is the room's alone.
  if (/:(roomId|participantId|alias)/.test(path) || least === 'see') {
    return place === 'space' ? seesSpace(asker, scene) : seesRoom(asker, scene);
  }
  return seesSpace(asker, scene) || isEnough(operation, asker, scene);
}

const hidden = new Set<PermissionPlace>(['space', 'room', 'participant']);
const askedOfHidden = new Set<string>(['client', 'link', 'participant', ...accounts]);

/** What the table says that this asker is told: 401, then 404, then 403 (decisions.md, section 1). */
export function expectedOf(operation: Operation, asker: Asker, scene: Scene): Expected {
  const { kind } = asker;
  if (kind === 'bad') return 401;
  const isPermitted = mayByKind(operation, kind);
  if (kind === 'anybody' && !isPermitted) return 401;
  const { place } = permissions[operation];
  if (place === 'nothing' || place === 'invite' || place === 'chat') return isPermitted ? 'ok' : 403;
  if (!isPermitted && !(hidden.has(place) && askedOfHidden.has(kind))) return 403;
  if (!knows(operation, asker, scene)) return 404;
  return isPermitted && isEnough(operation, asker, scene) ? 'ok' : 403;
}
