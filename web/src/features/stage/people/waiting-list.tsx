import { VisuallyHidden } from '@mantine/core';
import { type ComponentProps, useEffect, useId, useMemo, useRef, useState } from 'react';
import { shownEmail } from '../../../../../contract/email.ts';
import { isFoundIn } from '../../../../../contract/search.ts';
import { PartBoundary } from '../../../faults/part-boundary.tsx';
import { useText } from '../../../i18n/language.ts';
import { type Namesake, namesakesOf } from '../../../models/call/people/namesakes.ts';
import type { WaitingPerson } from '../../../models/waiting/api.ts';
import { useWaitingRoom } from '../../../room/room-parts.tsx';
import type { Question } from '../../../ui/form/confirm.tsx';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import panel from '../../../ui/parts/panel.module.css';
import { PeopleSearch, searchFrom } from '../../../ui/parts/people-search.tsx';
import { PersonNote, PersonRow } from '../../../ui/parts/person-row.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useCall, useCallState, useOwnPerson } from '../call-context.ts';
import { panelButton } from '../use-side-panel.ts';
import { GroupTitle } from './group-title.tsx';
import { NamesakeNote } from './namesake-note.tsx';
import { SmallButton } from './small-button.tsx';
import { useAdmitAll, useWaiting, useWaitingDecisions } from './use-waiting.ts';
import { WaitingMessage, WaitingMessageDialog } from './waiting-message.tsx';

/** The number of rows rendered at first; beyond it a moderator searches or admits all. */
const firstRows = 20;

type Props = { onAsk: (question: Question) => void };

/** The waiting people at the top of the list of people, for moderators. */
export function WaitingList(props: Props) {
  return (
    <PartBoundary part="waiting">
      <WaitingPeople {...props} />
    </PartBoundary>
  );
}

function WaitingPeople({ onAsk }: Props) {
  const room = useWaitingRoom();
  const { notices } = useCall();
  const isModerator = useOwnPerson().role === 'moderator';
  const all = useWaiting();
  const [isWriting, setWriting] = useState(false);
  const writeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isModerator) return;
    notices.dismissWhere(({ kind }) => kind === 'asks-to-join');
    return room.watch();
  }, [room, notices, isModerator]);
  if (!isModerator) return null;
  return (
    <>
      <Arrivals all={all} />
      {all.length > 0 && (
        <Section all={all} onAsk={onAsk} writeButton={writeButton} onWrite={() => setWriting(true)} />
      )}
      {/* Stays open when the last person who waits is admitted. */}
      <WaitingMessageDialog
        isOpen={isWriting}
        returnTo={() => writeButton.current ?? panelButton('people')}
        onClose={() => setWriting(false)}
      />
    </>
  );
}

type SectionProps = Props & ComponentProps<typeof WaitingMessage> & { all: readonly WaitingPerson[] };

function Section({ all, onAsk, ...writing }: SectionProps) {
  const text = useText('waitingList');
  const { refuseAll } = useWaitingDecisions();
  const admitAll = useAdmitAll();
  const namesakes = useNamesakes(all);
  const [search, setSearch] = useState('');
  const [rows, setRows] = useState(firstRows);
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  const found = all.filter(({ name }) => isFoundIn([name], search));
  const heading = (): HTMLElement | null | undefined =>
    section.current?.closest('aside')?.querySelector('h2');
  const onAdmitAll = (): void =>
    admitAll({ count: all.length, onAsk, moveFocus: () => heading()?.focus(), returnTo: heading });
  const onRefuseAll = (): void =>
    onAsk({
      title: text.refuseAllTitle(all.length),
      text: text.refuseAllText,
      yes: text.refuseYes,
      act: () => {
        heading()?.focus();
        void refuseAll();
      },
      returnTo: heading,
    });
  return (
    <Text as="section" ref={section} p="0 0 sm" rule="bottom" aria-labelledby={titleId}>
      <Row wrap align="baseline" justify="between" pe="sm" tall={40}>
        <GroupTitle id={titleId} count={all.length}>
          {text.waiting}
        </GroupTitle>
        {all.length > 1 && (
          <span>
            <SmallButton onClick={onAdmitAll}>{text.admitAll}</SmallButton>
            <SmallButton onClick={onRefuseAll}>{text.refuseAll}</SmallButton>
          </span>
        )}
      </Row>
      <WaitingMessage {...writing} />
      {all.length >= searchFrom && (
        <PeopleSearch label={text.search} pt={4} pb={8} value={search} onChange={setSearch} />
      )}
      <Stack as="ul">
        {found.slice(0, rows).map((person) => (
          <WaitingItem
            key={person.id}
            person={person}
            namesake={namesakes.get(person.id)}
            onAsk={onAsk}
            heading={heading}
          />
        ))}
      </Stack>
      {found.length === 0 && (
        <Text mt="xs" mb="sm" size="md" dim className={panel.inset}>
          {text.nobodyFound}
        </Text>
      )}
      {found.length > rows && (
        <SmallButton mx={16} my={4} onClick={() => setRows(rows + 50)}>
          {text.more(Math.min(50, found.length - rows))}
        </SmallButton>
      )}
    </Text>
  );
}

/** The waiting people who have the name of somebody in the call, or of each other. */
function useNamesakes(all: readonly WaitingPerson[]): ReadonlyMap<string, Namesake> {
  const people = useCallState((state) => state.people);
  return useMemo(() => {
    const waiting = all.map(({ id, name }) => ({ id, name, role: 'user' }) as const);
    return namesakesOf([...people, ...waiting]);
  }, [people, all]);
}

type RowProps = Props & {
  person: WaitingPerson;
  namesake: Namesake | undefined;
  heading: () => HTMLElement | null | undefined;
};

function WaitingItem({ person, namesake, onAsk, heading }: RowProps) {
  const text = useText('waitingList');
  const { admit, refuse } = useWaitingDecisions();
  const row = useRef<HTMLLIElement>(null);
  const { name } = person;
  /** The row and its buttons disappear: focus the next row, or the top of the panel. */
  const moveOn = (): void => {
    const near = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    (near?.querySelector<HTMLElement>('button') ?? heading())?.focus();
  };
  const onAdmit = (): void => {
    moveOn();
    void admit(person);
  };
  const onRefuse = (): void =>
    onAsk({
      title: text.refuseTitle(name),
      text: text.refuseText,
      yes: text.refuseYes,
      act: () => void refuse(person),
      returnTo: () => row.current?.querySelector<HTMLElement>('[data-refuse]') ?? heading(),
    });
  return (
    <PersonRow
      as="li"
      ref={row}
      name={name}
      seed={person.id}
      notes={
        <>
          <HowLong person={person} />
          <NamesakeNote namesake={namesake} />
          <Answers answers={person.answers} />
        </>
      }
    >
      <SmallButton variant="light" aria-label={text.admitOf(name)} onClick={onAdmit}>
        {text.admit}
      </SmallButton>
      <SmallButton data-refuse aria-label={text.refuseOf(name)} onClick={onRefuse}>
        {text.refuse}
      </SmallButton>
    </PersonRow>
  );
}

/** The answers to the entry form, by which a moderator recognizes a person. */
function Answers({ answers }: Pick<WaitingPerson, 'answers'>) {
  const text = useText('waitingList');
  if (answers.length === 0) return null;
  return (
    <Text as="ul" mt="xs" size="sm" leading={1.35} breaks aria-label={text.answers}>
      {answers.map(({ field, title, value }) => (
        <li key={field}>
          {title && (
            <Text as="bdi" dim>
              {title}
            </Text>
          )}{' '}
          <bdi>{field === 'email' ? shownEmail(value) : value}</bdi>
        </li>
      ))}
    </Text>
  );
}

function HowLong({ person: { since, waitsFor } }: { person: WaitingPerson }) {
  const text = useText('waitingList');
  const { justNow } = useText('ui');
  const now = useNow(15_000);
  const minutes = Math.floor((now - since) / 60_000);
  const time = minutes > 0 ? text.minutes(minutes) : justNow;
  return <PersonNote>{waitsFor === 'opening' ? `${time} · ${text.untilOpening}` : time}</PersonNote>;
}

/** While the list is open there is no notice, so announce arrivals here. */
function Arrivals({ all }: { all: readonly WaitingPerson[] }) {
  const text = useText('waitingList');
  const room = useWaitingRoom();
  const [last, setLast] = useState<WaitingPerson>();
  useEffect(() => room.onArrived((arrived) => setLast(arrived.at(-1))), [room]);
  const isHere = last !== undefined && all.some(({ id }) => id === last.id);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {isHere && text.asks({ name: last.name, more: 0 })}
    </VisuallyHidden>
  );
}
