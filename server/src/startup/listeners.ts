import { countValidLinksBy, revokeLinksBy } from '../access-links/access-links.ts';
import type { Services } from '../app.ts';
import { deleteAssetsOf } from '../assets/assets.ts';
import { finishCallOfDeletedRoom } from '../calls/finish.ts';
import { insertDeletedRooms } from '../calls/store.ts';
import { deleteSomeDirects, deleteSomeUsers } from '../chat/delete.store.ts';
import { lowerAllHands } from '../gestures/gestures.ts';
import type { RoleChange } from '../participants/participants.ts';
import { applyRoomRights, removeParticipantsByLinks } from '../participants/roles/moderate.ts';
import { applyNewRoles, applyRoleChange } from '../participants/roles/roles.ts';
import { updateRolesOfLink } from '../participants/roles/store.ts';
import {
  endWaiting,
  reviewAdmissions,
  reviewAdmissionsAfterChange,
} from '../participants/waiting/waiting.ts';
import type { DeletionParts } from '../people/people.ts';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { releaseContentOfRoom } from '../playbacks/content.ts';
import { finishSessionsOf } from '../playbacks/events/run.ts';
import { deleteSomeRooms, endAllIn } from '../rooms/change.ts';
import type { RoomListeners } from '../rooms/rooms.ts';
import type { OwnLinks, SpaceDeletion } from '../spaces/spaces.ts';
import { endMeetingsIn } from '../users/store.ts';
import { endWebhooksOf } from '../webhooks/webhooks.ts';

/** Listeners for links: participants of revoked ones no longer wait and are removed, a changed role is theirs at once. */
export const linkListenersOf = ({ engine, log, onChat }: Services) => ({
  onLinksRevoking: (trx: Db, linkIds: string[]) => endWaiting(trx, onChat, linkIds),
  onLinksRevoked: async (db: Db, linkIds: string[]) => {
    const people = linkIds.length > 0 ? await removeParticipantsByLinks(db, { engine, log }, linkIds) : [];
    if (people.length > 0) await onChat.onPeopleChanged(db, people);
  },
  onLinkRoleChanging: updateRolesOfLink,
  onLinkRoleChanged: async (db: Db, changed: RoleChange[]) => {
    await applyNewRoles(db, { engine, log }, changed);
    await onChat.onPeopleChanged(
      db,
      changed.map(({ participantId }) => participantId),
    );
    await onChat.onRolesChanged(db, changed);
  },
});

/** When a person loses a role, their access links are revoked. Spaces and rooms do not know of links. */
export function ownLinksOf(onLinks: ReturnType<typeof linkListenersOf>): OwnLinks {
  return {
    count: countValidLinksBy,
    revoke: async (trx, created) => {
      const linkIds = await revokeLinksBy(trx, created);
      if (linkIds.length > 0) await onLinks.onLinksRevoking(trx, linkIds);
      return linkIds;
    },
    onRevoked: onLinks.onLinksRevoked,
  };
}

/** Listeners for a changed room or room role, in the call and in the chat. */
export function roomListenersOf(
  { engine, log, socket, calls, onChat, onRecords }: Services,
  links: OwnLinks,
): RoomListeners {
  const onMediaRightsChanged: RoomListeners['onMediaRightsChanged'] = (db, room) =>
    applyRoomRights(db, { engine, log }, room);
  return {
    links,
    onMediaRightsChanged,
    onRoomChanging: async (trx, change) => {
      await onChat.onRoomChanging(trx, change);
      const { before, after } = change;
      if (before.flags.isHandRaisingAllowed && !after.flags.isHandRaisingAllowed) {
        await lowerAllHands({ socket }, trx, after.id);
      }
      await reviewAdmissionsAfterChange(trx, onChat, change);
    },
    onRoomChanged: async (db, room) => {
      await onMediaRightsChanged(db, room);
      await onChat.onRoomChanged(db, room);
    },
    onRoomDeleting: async (trx, room) => {
      await onRecords.onRoomsDeleting(trx, [room.id]);
      await releaseContentOfRoom(trx, room.id);
      await finishCallOfDeletedRoom(calls, trx, room.id);
      if (room.kind === 'playback') await finishSessionsOf(trx, room.id);
      await onChat.onRoomDeleting(trx, room);
    },
    onHiddenRoomsDeleting: async (trx, roomIds) => {
      await onRecords.onRoomsDeleting(trx, roomIds);
      await insertDeletedRooms(trx, roomIds);
    },
    onRoleChanged: async (db, whose) => {
      const { changed, participantIds } = await applyRoleChange(db, { engine, log }, whose);
      await reviewAdmissions(db, onChat, whose);
      await onChat.onPeopleChanged(db, participantIds);
      await onChat.onRolesChanged(db, changed);
    },
  };
}

/** The deletion of a group: of its rooms, its chat, its webhooks and its uploads. */
export function spaceDeletionOf(services: Services): SpaceDeletion {
  const onRooms = roomListenersOf(services, ownLinksOf(linkListenersOf(services)));
  return {
    onSpaceDeleting: async (trx, space) => {
      await endAllIn(trx, space.id, onRooms);
      await endWebhooksOf(trx, space.id);
      await deleteAssetsOf(trx, space.id, now());
      await endMeetingsIn(trx, space.id);
      await services.onChat.onSpaceDeleting(trx, space);
    },
    steps: [(trx, some) => deleteSomeRooms(trx, some, onRooms), deleteSomeDirects, deleteSomeUsers],
  };
}

/** For the deletion of an account, requested by its owner or by the operator. */
export function deletionPartsOf(services: Services): DeletionParts {
  const { socket, notify, onChat } = services;
  const onLinks = linkListenersOf(services);
  const onRooms = roomListenersOf(services, ownLinksOf(onLinks));
  return {
    ...{ socket, notify, ...onLinks },
    ...spaceDeletionOf(services),
    onRoleChanged: onRooms.onRoleChanged,
    onPeopleChanged: onChat.onPeopleChanged,
  };
}
