import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { browserClock } from '../../../kit/clock.ts';
import { Replica } from '../../../kit/replica.ts';
import { type RemovedPerson, readmissionApi } from '../../../models/readmission/api.ts';
import { useEntry } from '../../../room/room-parts.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useCall, useCallState, useOwnPerson } from '../call-context.ts';
import css from './people-panel.module.css';

/** In ms. */
const readEvery = 15_000;

/** The people who were removed from this call or declined, whom moderators may let back. */
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
      <h3 className={css.group}>{`${text.removedPeople} · ${people.length}`}</h3>
      <ul className={css.list}>
        {people.map((person) => (
          <li key={person.id} className={css.row}>
            <Avatar name={person.name} seed={person.id} size={36} />
            <span className={css.who}>
              <bdi className={css.name} title={person.name}>
                {person.name}
              </bdi>
            </span>
            <Button
              variant="light"
              size="compact-sm"
              className={css.small ?? ''}
              aria-label={text.readmitOf(person.name)}
              onClick={() => void readmit(person)}
            >
              {text.readmit}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
