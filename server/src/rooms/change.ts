import {
  initialFlags,
  initialRule,
  initialSettings,
  roomFlagNames,
} from '../../../contract/operations/rooms.ts';
import type { Body } from '../../../contract/routes.ts';
import { changedMoment, hasFourDigitYear } from '../platform/clock.ts';
import { breaksReference, type Db, inTransaction } from '../platform/db/db.ts';
import { allowLongStatements, deletionSeconds } from '../platform/db/limits.ts';
import { type Effects, runAll } from '../platform/effects.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import { newAlias, newId } from '../platform/ids.ts';
import type { OwnLinks } from '../spaces/spaces.ts';
import { changedFields } from './join-fields.ts';
import type { Room } from './room.ts';
import {
  deleteRoomRows,
  findRoom,
  insertRoom,
  lockRoom,
  lockRoomsInUse,
  lockSomeRoomsOf,
  type RoomSettings,
  saveRoomSettings,
} from './store.ts';

/** The events of rooms and of roles in them. */
export interface RoomEffects {
  /** In the transaction of the change. */
  onRoomChanging: Effects<{ before: Room; after: Room }>;
  /** After the commit. */
  onRoomChanged: Effects<Room>;
  /** As `onRoomChanged`, for a change that concerns no chat. */
  onMediaRightsChanged: Effects<Room>;
  /** In the transaction that deletes the room. */
  onRoomDeleting: Effects<Room>;
  /** In the transaction that deletes rooms of a hidden group. */
  onHiddenRoomsDeleting: Effects<string[]>;
  /** After a role was written. */
  onRoleChanged: Effects<{ spaceId: string; userId: string }>;
}

export interface RoomParts extends RoomEffects {
  links: OwnLinks;
}

const fresh: RoomSettings = {
  ...initialSettings,
  name: '',
  flags: initialFlags,
  opensAt: null,
  closesAt: null,
  redirectUrl: null,
  disabledFeatures: [],
  joinFields: [],
  customFields: [],
  attendanceRule: initialRule,
};
const namesOf = <T extends object>(fields: T) => Object.keys(fields) as (keyof T)[];
/** The settings that a request has in the form in which they are stored. */
const plainNames = [...namesOf(initialSettings), 'name', 'redirectUrl', 'disabledFeatures'] as const;

/** The fields that change a room or a playback: those of a request, and what only a feature of ours sets. */
export type RoomChanges = Omit<Body<'updateRoom'>, 'type'> &
  Partial<Pick<Room, 'disabledFeatures'>> & { type?: Room['type'] | undefined };

/** Refuses times that no timestamp of four digits can state, and a closing that is not after the opening. */
function checkTimes({ opensAt, closesAt }: Pick<RoomSettings, 'opensAt' | 'closesAt'>): void {
  const details = Object.entries({ opensAt, closesAt })
    .filter(([, at]) => at !== null && !hasFourDigitYear(at))
    .map(([path]) => ({ path, message: 'must be in the years 0000 to 9999' }));
  if (details.length === 0 && opensAt && closesAt && closesAt <= opensAt) {
    details.push({ path: 'closesAt', message: 'must be after opensAt' });
  }
  if (details.length > 0) throw new Refusal('validation_failed', { details });
}

/** The named fields, without those that are not given. */
const given = <T extends object, K extends keyof T>(fields: T, names: readonly K[]) =>
  Object.fromEntries(
    names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]),
  ) as { [N in K]?: Exclude<T[N], undefined> };

/** Merges the fields of the body into `before`. */
function withChanges(before: RoomSettings, body: RoomChanges): RoomSettings {
  const times = {
    opensAt: changedMoment(body.opensAt, before.opensAt),
    closesAt: changedMoment(body.closesAt, before.closesAt),
  };
  checkTimes(times);
  return {
    ...fresh,
    ...given(before, namesOf(fresh)),
    ...given(body, plainNames),
    ...times,
    flags: { ...before.flags, ...given(body, roomFlagNames) },
    attendanceRule: { ...before.attendanceRule, ...body.attendanceRule },
    ...changedFields(before, body),
  };
}

async function reread(db: Db, place: { spaceId: string; roomId: string }): Promise<Room> {
  return (await findRoom(db, place, {}))?.room ?? refuse('not_found');
}

/**
 * Creates a room or a playback.
 * @param ofKind writes the rows of its kind in the same transaction
 */
export async function createRoom(
  db: Db,
  options: { spaceId: string; userId: string; kind: Room['kind']; body: RoomChanges & { name: string } },
  ofKind: (trx: Db, room: Room) => Promise<void> = async () => undefined,
): Promise<Room> {
  const { spaceId, userId, kind, body } = options;
  const settings = withChanges(fresh, body);
  const roomId = newId();
  const made = inTransaction(db, async (trx) => {
    const row = { ...settings, id: roomId, spaceId, kind, createdBy: userId };
    // A new alias is almost never taken; if it is, draw another one.
    while (!(await insertRoom(trx, { ...row, alias: newAlias() })));
    const room = await reread(trx, { spaceId, roomId });
    await ofKind(trx, room);
    return room;
  });
  // The group was deleted between the check and the insert.
  return made.catch((error: unknown) =>
    breaksReference(error) ? refuse('not_found') : Promise.reject(error),
  );
}

/** Changes a room or a playback under the lock of its row. */
export async function updateRoom(
  db: Db,
  { room, body }: { room: Room; body: RoomChanges },
  { onRoomChanging }: Pick<RoomEffects, 'onRoomChanging'>,
): Promise<Room> {
  const place = { spaceId: room.spaceId, roomId: room.id };
  return inTransaction(db, async (trx) => {
    if (!(await lockRoom(trx, room.id))) refuse('not_found');
    const before = await reread(trx, place);
    await saveRoomSettings(trx, room.id, withChanges(before, body));
    const after = await reread(trx, place);
    await runAll(trx, onRoomChanging, { before, after });
    return after;
  });
}

/** Deletes a room or a playback. */
export async function deleteRoom(
  db: Db,
  room: Room,
  { onRoomDeleting }: Pick<RoomEffects, 'onRoomDeleting'>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await lockRoom(trx, room.id))) refuse('not_found');
    await runAll(trx, onRoomDeleting, room);
    await allowLongStatements(trx, deletionSeconds);
    await deleteRoomRows(trx, [room.id]);
  });
}

/** Ends what runs in the rooms and playbacks of a group that is about to be hidden. */
export async function endAllIn(trx: Db, space: { id: string }, effects: RoomEffects): Promise<void> {
  const { id: spaceId } = space;
  for (const roomId of await lockRoomsInUse(trx, spaceId)) {
    await runAll(trx, effects.onRoomDeleting, await reread(trx, { spaceId, roomId }));
  }
}

/** Deletes up to `limit` rooms and playbacks of a hidden group. @returns how many */
export async function deleteSomeRooms(
  trx: Db,
  { spaceId, limit }: { spaceId: string; limit: number },
  { onHiddenRoomsDeleting }: RoomEffects,
): Promise<number> {
  const roomIds = await lockSomeRoomsOf(trx, spaceId, limit);
  if (roomIds.length === 0) return 0;
  await runAll(trx, onHiddenRoomsDeleting, roomIds);
  await deleteRoomRows(trx, roomIds);
  return roomIds.length;
}
