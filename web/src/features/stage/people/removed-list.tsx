import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { browserClock } from '../../../kit/clock.ts';
import { RepeatedRead } from '../../../kit/repeated-read.ts';
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
    const read = { read: api.removed, pauseAfter: () => readEvery, clock: browserClock };
    return { api, removed: new RepeatedRead<readonly RemovedPerson[]>(read) };
  });
  const state = useStore(removed.state);
  const count = useCallState(({ people }) => people.length);
  useEffect(() => removed.watch(), [removed]);
  useEffect(() => {
    // Somebody who is gone may have been removed.
    if (count > 0) removed.again();
  }, [removed, count]);
  if (state.phase !== 'shown' || state.value.length === 0) return null;
  const readmit = async ({ id }: RemovedPerson): Promise<void> => {
    try {
      await api.readmit(id);
    } catch {
      notices.add({ kind: 'action-failed' });
    }
    removed.again();
  };
  return (
    <section aria-label={text.removedPeople}>
      <h3 className={css.group}>{`${text.removedPeople} · ${state.value.length}`}</h3>
      <ul className={css.list}>
        {state.value.map((person) => (
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
