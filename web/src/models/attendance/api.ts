import { api } from '../../api/api.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { CallEntry, Role } from '../call/call-contract.ts';

/** A person who has been in the running call. All times are in milliseconds, by the server's clock. */
export type Attendee = {
  id: string;
  /** Undefined for an erased person. */
  name: string | undefined;
  role: Role;
  firstEntryAt: number;
  /** Undefined while the person is in the call. */
  leftAt: number | undefined;
  /** Seconds in the call until `countedAt`. */
  seconds: number;
  countedAt: number;
};

export type AttendanceSoFar = {
  startedAt: number;
  people: readonly Attendee[];
  /** The people whose link nobody has used; there may be more than these. */
  absent: readonly { id: string; name: string }[];
  absentCount: number;
  /** How many requests it took to read them all. */
  requests: number;
};

/** The server operation for moderators. The page passes the SDK's client, tests a fake. */
export type AttendanceApi = { read: () => Promise<AttendanceSoFar> };

const atOnce = 1000;

export function attendanceApi({ spaceId, roomId, participantToken }: CallEntry): AttendanceApi {
  const client = api(participantToken);
  const readFrom = (offset: number) =>
    client.listActiveCallPeople({ spaceId, roomId, query: { order: 'asc', limit: atOnce, offset } });
  type Row = Awaited<ReturnType<typeof readFrom>>['items'][number];

  const attendeeOf = (row: Row, countedAt: number): Attendee => ({
    id: row.participantId,
    name: row.name === null ? undefined : plainName(row.name) || row.participantId,
    role: row.role,
    firstEntryAt: Date.parse(row.firstEntryAt),
    leftAt: row.lastExitAt === null ? undefined : Date.parse(row.lastExitAt),
    seconds: row.onlineDuration,
    countedAt,
  });
  return {
    read: async () => {
      const first = await readFrom(0);
      // People who enter between two requests are at the end, so no row is missed or repeated.
      const pages = [first];
      for (let read = first.items.length; read < first.total; ) {
        const next = await readFrom(read);
        if (next.items.length === 0) break;
        pages.push(next);
        read += next.items.length;
      }
      return {
        startedAt: Date.parse(first.startedAt),
        people: pages.flatMap(({ items, generatedAt }) =>
          items.map((row) => attendeeOf(row, Date.parse(generatedAt))),
        ),
        absent: first.absent.map(({ name, externalUserId }, index) => ({
          id: externalUserId ?? `${index} ${name}`,
          name: plainName(name) || (externalUserId ?? ''),
        })),
        absentCount: first.absentCount,
        requests: pages.length,
      };
    },
  };
}
