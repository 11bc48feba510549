import type { Answer, Body } from '../../../contract/routes.ts';
import { breaksReference, type Db } from '../platform/db/db.ts';
import { refuseField } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { type UserRow, writeUser } from './store.ts';
import { ownUser } from './users.ts';

type MeetingPlace = Answer<'getMeetingSettings'>;

export interface MeetingParts {
  /** Which id names nothing that the caller may see: the group's, or the room's. */
  unseenPlace: (db: Db, caller: Caller, place: MeetingPlace) => Promise<'spaceId' | 'roomId' | undefined>;
}

const placeOf = (user: UserRow): MeetingPlace => ({
  spaceId: user.meetings_space_id,
  roomId: user.meetings_room_id,
});

/** The group and room in the body; a new group alone drops the previous room. */
function placeWith(
  before: MeetingPlace,
  { spaceId = before.spaceId, roomId }: Body<'updateMeetingSettings'>,
) {
  const kept = spaceId === before.spaceId ? before.roomId : null;
  return { spaceId, roomId: roomId === undefined ? kept : roomId };
}

export const meetingEndpoints = ({ unseenPlace }: MeetingParts): Endpoint[] => [
  endpoint('getMeetingSettings', {
    access: ownUser,
    handle: async ({ access }) => placeOf(access),
  }),
  endpoint('updateMeetingSettings', {
    access: ownUser,
    handle: async ({ db, caller, access, body }) => {
      const place = placeWith(placeOf(access), body);
      const refuseUnseen = async () => {
        const unseen = await unseenPlace(db, caller, place);
        if (unseen === 'spaceId') refuseField(unseen, 'names no group that you may see');
        if (unseen === 'roomId') refuseField(unseen, 'names no room of this group that you may see');
      };
      await refuseUnseen();
      const changes = { meetings_space_id: place.spaceId, meetings_room_id: place.roomId };
      await writeUser(db, access.id, changes).catch(async (error: unknown) => {
        // It was deleted after the check: checking again tells which.
        if (breaksReference(error)) await refuseUnseen();
        throw error;
      });
      return place;
    },
  }),
];
