import type { Answer } from '../../../../contract/routes.ts';
import { api } from '../../api/api.ts';
import { browserClock } from '../../kit/clock.ts';
import { Replica } from '../../kit/replica.ts';
import { createStore, type Store } from '../../kit/store.ts';
import type { CallEntry } from '../call/call-contract.ts';

/** The things that a meeting of BigBlueButton shows to this person. */
export type OwnMeeting = NonNullable<Answer<'getOwnMeeting'>['meeting']>;

const store = createStore<OwnMeeting | undefined>(undefined);

/** The meeting of the last call of this page; undefined: it was none of BigBlueButton, or is still being read. */
export const ownMeeting: Store<OwnMeeting | undefined> = store;

/** Reads the meeting of a call. Rooms that are public have none. Returns a function that stops it. */
export function readMeeting(entry: CallEntry, { isPublic }: { isPublic: boolean }): () => void {
  store.set(undefined);
  if (isPublic) return () => undefined;
  const { spaceId, participantId, participantToken } = entry;
  const read = async () => (await api(participantToken).getOwnMeeting({ spaceId, participantId })).meeting;
  const known = new Replica<OwnMeeting | null>({ initial: null, read, clock: browserClock });
  const forget = known.value.subscribe(() => store.set(known.value.get() ?? undefined));
  void known.read();
  return () => {
    forget();
    known.end();
  };
}
