import type { Client, Room } from '../../api/api.ts';
import { isWithoutVideo } from '../recording/without-video.ts';
import type { VisitCredential } from './credential.ts';
import { mayBeSignedIn, signedInApi } from './signed-in.ts';

/** A visit to a call that is over for this person. */
export type EndedVisit = {
  room: Pick<Room, 'id' | 'spaceId' | 'closesAt' | 'alias' | 'roleInRoom'>;
  as: VisitCredential;
  /** The session of the participant, which is valid for a day. */
  participantToken: string;
  /** The server's time of the entry. */
  enteredAt: number;
  /** The call ended for everybody; otherwise it may continue without this person. */
  isCallOver: boolean;
  /** A moderator by a link: they read who attended without an account. */
  moderatesByLink: boolean;
};

/** A recording of the visited call that the person may watch. */
export type OwnRecord = { id: string; isReady: boolean };

/** The recordings of a call, for a person who leads the room. */
export async function readLedRecords(
  { room: { spaceId, id: roomId } }: EndedVisit,
  callId: string,
): Promise<OwnRecord[]> {
  const { items } = await signedInApi().listRecords({ spaceId, roomId, query: { callId } });
  return items
    .filter((record) => !isWithoutVideo(record))
    .map(({ id, state }) => ({ id, isReady: state === 'finished' }));
}

const leading: readonly Room['roleInRoom'][] = ['role_room_owner', 'role_room_moderator'];

/**
 * The call of the visit, where it is found, if the signed-in person of this browser leads the room; undefined for
 * everybody else, and if the server does not answer.
 */
export async function findVisitedCall(
  visit: EndedVisit,
): Promise<{ callId: string | undefined } | undefined> {
  if (!mayBeSignedIn()) return undefined;
  const api = signedInApi();
  try {
    if (!(await leadsByAccount(api, visit))) return undefined;
    const searches = visit.isCallOver ? [finishedCall, runningCall] : [runningCall, finishedCall];
    for (const search of searches) {
      const callId = await search(api, visit);
      if (callId) return { callId };
    }
    return { callId: undefined };
  } catch {
    // The page works without the report, which the panel shows, too.
    return undefined;
  }
}

async function leadsByAccount(api: Client, { room, as }: EndedVisit): Promise<boolean> {
  if (as.kind === 'account') return leading.includes(room.roleInRoom);
  // A link was opened without the account, which may lead the room all the same.
  const { roleInRoom } = await api.getRoom({ spaceId: room.spaceId, roomId: room.id });
  return leading.includes(roleInRoom);
}

const runningCall = ({ getActiveCall }: Client, { room }: EndedVisit): Promise<string | undefined> =>
  getActiveCall({ spaceId: room.spaceId, roomId: room.id }).then(
    ({ id }) => id,
    () => undefined,
  );

/** The newest call of the room, unless it ended before this visit: then the end of this one is not stored yet. */
async function finishedCall(api: Client, { room, enteredAt }: EndedVisit): Promise<string | undefined> {
  const query = { roomId: room.id, dateFrom: '2000-01-01T00:00:00Z', limit: 1 };
  const [newest] = (await api.analyticsCalls({ spaceId: room.spaceId, query })).items;
  return newest && Date.parse(newest.finishedAt ?? '') >= enteredAt ? newest.id : undefined;
}
