import { VisuallyHidden } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { createContext, memo, type ReactNode, useContext, useMemo, useState } from 'react';
import { timeOfDay } from '../../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { serverTime } from '../../../../kit/clock.ts';
import { type AttendanceSoFar, type Attendee, attendanceApi } from '../../../../models/attendance/api.ts';
import { createCallAttendance } from '../../../../models/attendance/call-attendance.ts';
import { useEntry } from '../../../../room/room-parts.tsx';
import { Text } from '../../../../ui/layout/layout.tsx';
import { LoadFailed, RowsSkeleton, StaleNote } from '../../../../ui/page/states.tsx';
import { IconButton } from '../../../../ui/parts/icon-button.tsx';
import panel from '../../../../ui/parts/panel.module.css';
import { PeopleSearch, searchFrom } from '../../../../ui/parts/people-search.tsx';
import { PersonNote, PersonRow } from '../../../../ui/parts/person-row.tsx';
import { VirtualList } from '../../../../ui/parts/virtual-list.tsx';
import { clockText, clockValue, exactTime } from '../../../../ui/times.ts';
import { useNow } from '../../../../ui/use-now.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { useWatched } from '../../../../ui/use-watched.ts';
import { GroupTitle } from '../group-title.tsx';
import { useLinkRelease } from '../use-link-release.ts';
import { groupAttendance } from './groups.ts';

/** Attendance so far: the people who are here, who left, and who have not come. */
export function AttendanceList() {
  const entry = useEntry();
  const [attendance] = useState(() => createCallAttendance({ api: attendanceApi(entry), clock: serverTime }));
  const { phase, isStale } = useStore(attendance.state);
  const soFar = useWatched(attendance);
  const again = (): void => attendance.readSoon();
  if (phase === 'failed') return <LoadFailed onAgain={again} />;
  if (!soFar) return <RowsSkeleton count={5} />;
  return (
    <Ticking>
      {isStale && (
        <Text as="div" mt="sm" className={panel.inset}>
          <StaleNote of="list" onAgain={again} />
        </Text>
      )}
      <Groups attendance={soFar} />
    </Ticking>
  );
}

function Groups({ attendance }: { attendance: AttendanceSoFar }) {
  const text = useText('callAttendance');
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const { here, left, absent } = useMemo(
    () => groupAttendance(attendance, { search, language }),
    [attendance, search, language],
  );
  const { people, absentCount, startedAt } = attendance;
  const isSearching = search.trim() !== '';
  const isNobodyFound = here.length + left.length + absent.length === 0;
  return (
    <>
      <Text mt="sm" mb="xs" size="md" dim className={panel.inset}>
        {`${text.soFar(people.length)} · `}
        <Time at={startedAt} sentence={text.started} />
      </Text>
      {(people.length + absentCount >= searchFrom || isSearching) && (
        <PeopleSearch label={text.search} py={4} value={search} onChange={setSearch} />
      )}
      <VisuallyHidden role="status" aria-live="polite">
        {isSearching && text.found(here.length + left.length + absent.length)}
      </VisuallyHidden>
      <Group title={text.here} count={here.length} people={here} />
      <Group title={text.left} count={left.length} people={left} />
      <Absent people={absent} count={isSearching ? absent.length : absentCount} />
      {isSearching && isNobodyFound && <Quiet>{text.nobodyFound}</Quiet>}
    </>
  );
}

type GroupProps = { title: string; count: number; people: readonly Attendee[] };

function Group({ title, count, people }: GroupProps) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <GroupTitle count={count}>{title}</GroupTitle>
      <VirtualList items={people} keyOf={idOf} rowHeight={56}>
        {(person) => <PersonItem person={person} />}
      </VirtualList>
    </section>
  );
}

const idOf = ({ id }: { id: string }): string => id;

const PersonItem = memo(function PersonItem({ person }: { person: Attendee }) {
  const text = useText('callAttendance');
  const { name = text.erased, firstEntryAt, leftAt } = person;
  return (
    <PersonRow
      isStill
      name={name}
      seed={person.id}
      notes={
        <PersonNote>
          {person.role === 'moderator' && `${text.moderator} · `}
          <Time at={firstEntryAt} sentence={leftAt === undefined ? text.since : text.from} />
          {leftAt !== undefined && (
            <>
              {' '}
              <Time at={leftAt} sentence={text.until} />
            </>
          )}
        </PersonNote>
      }
    >
      <Duration person={person} />
      {leftAt !== undefined && <ReleaseLink person={{ id: person.id, name }} />}
    </PersonRow>
  );
});

/** For somebody whose device failed, and who comes back with another one. */
function ReleaseLink({ person }: { person: { id: string; name: string } }) {
  const label = useText('moderation').releaseLinkOf(person.name);
  const release = useLinkRelease();
  return (
    <IconButton
      icon={IconDevices}
      size={44}
      aria-label={label}
      title={label}
      onClick={() => void release(person)}
    />
  );
}

function Absent({ people, count }: { people: AttendanceSoFar['absent']; count: number }) {
  const text = useText('callAttendance');
  if (people.length === 0) return null;
  return (
    <section aria-label={text.absent}>
      <GroupTitle count={count}>{text.absent}</GroupTitle>
      <Quiet>
        {[text.absentHint, count > people.length && text.absentFirst(people.length)]
          .filter(Boolean)
          .join(' ')}
      </Quiet>
      <VirtualList items={people} keyOf={idOf} rowHeight={56}>
        {({ id, name }) => <PersonRow isStill name={name} seed={id} />}
      </VirtualList>
    </section>
  );
}

const Quiet = ({ children }: { children: string }) => (
  <Text mb="xs" size="sm" dim className={panel.inset}>
    {children}
  </Text>
);

/** A time of day within a sentence, with the exact time on hover. */
function Time({ at, sentence }: { at: number; sentence: (time: string) => string }) {
  const language = useLanguage();
  const date = new Date(at);
  const time = timeOfDay(date, language);
  return (
    <time dateTime={date.toISOString()} title={exactTime(date, language)}>
      {sentence(time)}
    </time>
  );
}

const NowContext = createContext(0);

/** Updates the durations in it every second, and nothing else. */
function Ticking({ children }: { children: ReactNode }) {
  return <NowContext value={useNow(1_000)}>{children}</NowContext>;
}

/** The time of a person in the call, which runs on while they are there. */
function Duration({ person: { leftAt, seconds, countedAt } }: { person: Attendee }) {
  const text = useText('callAttendance');
  const now = useContext(NowContext);
  const running = leftAt === undefined ? Math.max(0, Math.floor((now - countedAt) / 1_000)) : 0;
  const total = seconds + running;
  return (
    <Text as="time" fixed size="md" tabular dateTime={clockValue(total)} title={text.duration}>
      <VisuallyHidden>{`${text.duration} `}</VisuallyHidden>
      {clockText(total)}
    </Text>
  );
}
