import type { ComponentType } from 'react';

export type HistoryOfRoomProps = { spaceId: string; room: { id: string; name: string; alias: string } };

/** `room` is undefined for the whole group. */
export type RoomHistoryProps = Pick<HistoryOfRoomProps, 'spaceId'> & Partial<HistoryOfRoomProps>;

export type GroupPartProps = Pick<HistoryOfRoomProps, 'spaceId'>;

/** Lists of past calls, recordings, automatic webinars and tokens: components of other features, passed by the page that composes them. */
export type RoomHistory = {
  Recordings: ComponentType<RoomHistoryProps>;
  Calls: ComponentType<HistoryOfRoomProps>;
  Attendance: ComponentType<RoomHistoryProps>;
  Playbacks: ComponentType<GroupPartProps>;
  Integration: ComponentType<GroupPartProps>;
};
