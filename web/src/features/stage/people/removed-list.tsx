import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { browserClock } from '../../../kit/clock.ts';
import { Replica } from '../../../kit/replica.ts';
import { type RemovedPerson, readmissionApi } from '../../../models/readmission/api.ts';
import { useEntry } from '../../../room/room-parts.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { PersonRow } from '../../../ui/parts/person-row.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useCall, useCallState, useOwnPerson } from '../call-context.ts';
import { GroupTitle } from './group-title.tsx';
import { SmallButton } from './small-button.tsx';

/** In ms. */
const readEvery = 15_000;

/** The people who were removed from this call or denied, whom moderators may let back. */
export function RemovedList() {
  return useOwnPerson().role === 'moderator' ? <ForModerators /> : null;
}

function ForModerators() {
  const text = useText('moderation');
  const entry = useEntry();
  const { notices } = useCall();
  const [{ api, removed }] = useState(() => {
    const api = readmissionApi(entry);
    const parts = { initial: [], read: api.removed, repeatAfter: () => readEvery, clock: browserClock };
    return { api, removed: new Replica<readonly RemovedPerson[]>(parts) };
  });
  const people = useStore(removed.value);
  const count = useCallState(({ people }) => people.length);
  // Read again when the number changes: somebody who is gone may have been removed.
  useEffect(() => (count > 0 ? removed.watch() : undefined), [removed, count]);
  if (people.length === 0) return null;
  const readmit = async ({ id }: RemovedPerson): Promise<void> => {
    try {
      await api.readmit(id);
    } catch {
      notices.add({ kind: 'action-failed' });
    }
    removed.readSoon();
  };
  return (
    <section aria-label={text.removedPeople}>
      <GroupTitle count={people.length}>{text.removedPeople}</GroupTitle>
      <Stack as="ul">
        {people.map((person) => (
          <PersonRow as="li" key={person.id} name={person.name} seed={person.id}>
            <SmallButton
              variant="light"
              me={8}
              aria-label={text.readmitOf(person.name)}
              onClick={() => void readmit(person)}
            >
              {text.readmit}
            </SmallButton>
          </PersonRow>
        ))}
      </Stack>
    </section>
  );
}
