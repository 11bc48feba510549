import type { Permission, PermissionPlace } from '../../../contract/permissions/permission.ts';
import { mayByKind, permissionOf } from '../../../contract/permissions/permissions.ts';
import { methodAndPath, type Operation } from '../../../contract/routes.ts';
import type { CallerScene, TestCaller } from './callers.ts';

export type Expected = 'ok' | 401 | 403 | 404;

const ranks = { see: 0, user: 1, moderator: 2, owner: 3 } as const;
const accounts = ['user', 'personal', 'session'];

const isAccount = ({ kind }: TestCaller) => accounts.includes(kind);
const leadsSpace = ({ space }: TestCaller) => space === 'moderator' || space === 'owner';
const leadsRoom = (caller: TestCaller) =>
  isAccount(caller) && (leadsSpace(caller) || caller.room === 'moderator');
const moderates = (caller: TestCaller) =>
  leadsRoom(caller) || (caller.kind === 'participant' && caller.room === 'moderator');
const seesRoom = (caller: TestCaller, { isPublic }: CallerScene) =>
  isPublic || leadsSpace(caller) || caller.room !== undefined;
const seesPlayback = (caller: TestCaller, { isPublic }: CallerScene) =>
  isPublic || leadsSpace(caller) || caller.isViewer === true;
const seesSpace = (caller: TestCaller, { isPublic }: CallerScene) => isPublic || caller.space !== undefined;

type Enough = (caller: TestCaller, scene: CallerScene) => boolean;

/** Whether the caller has the role that the table requires. Written independently of the server's checks. */
const enough: { [P in PermissionPlace]: Record<Permission<P>['least'], Enough> } = {
  nothing: { anybody: () => true },
  account: { self: () => true, own: ({ isOwner }) => isOwner === true },
  invite: { known: () => true },
  space: {
    see: seesSpace,
    selfOrModerator: (caller) => caller.space !== undefined && isAccount(caller),
    moderator: leadsSpace,
    owner: ({ space }) => ranks[space ?? 'see'] >= ranks.owner,
  },
  room: {
    see: seesRoom,
    partake: (caller, { isPublic }) =>
      caller.kind === 'participant'
        ? caller.room !== undefined
        : isAccount(caller) && (leadsRoom(caller) || (isPublic && caller.space !== undefined)),
    moderate: moderates,
    review: (caller) => !isAccount(caller) && caller.room === 'moderator',
    lead: leadsRoom,
    own: leadsSpace,
  },
  // The participants of the table are viewers without a role in the webinar.
  playback: { see: seesPlayback, moderate: leadsSpace, lead: leadsSpace },
  viewing: { own: ({ isViewer }) => isViewer === true },
  participant: {
    own: ({ isParticipant }) => isParticipant === true,
    partake: (caller) => caller.isParticipant === true && caller.kind === 'participant',
    ownOrModerate: (caller) =>
      (caller.isParticipant === true && caller.kind === 'participant') || moderates(caller),
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

const isEnough = (operation: Operation, caller: TestCaller, scene: CallerScene): boolean => {
  const { place, least } = permissionOf(operation);
  return (enough[place] as Record<string, Enough>)[least]?.(caller, scene) ?? false;
};

/** Whether the caller may know that what the path names exists. */
function knows(operation: Operation, caller: TestCaller, scene: CallerScene): boolean {
  const { place, least } = permissionOf(operation);
  const { path } = methodAndPath(operation);
  if (place === 'channel' || place === 'message') return caller.chat !== undefined;
  if (place === 'account' || place === 'application') return isEnough(operation, caller, scene);
  // Callers who may see a room may ask about rooms of its group, but a path with the room's id needs the room itself.
  if (place === 'playback' || place === 'viewing') return seesPlayback(caller, scene);
  if (/:(roomId|participantId|alias)/.test(path)) return seesRoom(caller, scene);
  if (least === 'see') {
    return place === 'space'
      ? seesSpace(caller, scene)
      : seesRoom(caller, scene) || seesPlayback(caller, scene);
  }
  return seesSpace(caller, scene) || isEnough(operation, caller, scene);
}

const hidden = new Set<PermissionPlace>(['space', 'room', 'playback', 'viewing', 'participant']);
const askedOfHidden = new Set<string>(['client', 'link', 'participant', ...accounts]);

/** The expected outcome by the permission table: 401, then 404, then 403 (decisions.md, section 1). */
export function expectedOf(operation: Operation, caller: TestCaller, scene: CallerScene): Expected {
  const { kind } = caller;
  if (kind === 'bad') return 401;
  const isPermitted = mayByKind(operation, kind);
  if (kind === 'anybody' && !isPermitted) return 401;
  const { place } = permissionOf(operation);
  if (place === 'nothing' || place === 'invite' || place === 'chat') return isPermitted ? 'ok' : 403;
  if (!isPermitted && !(hidden.has(place) && askedOfHidden.has(kind))) return 403;
  if (!knows(operation, caller, scene)) return 404;
  return isPermitted && isEnough(operation, caller, scene) ? 'ok' : 403;
}
