import { Button, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { shownEmail } from '../../../../../contract/email.ts';
import { isFoundIn } from '../../../../../contract/search.ts';
import { PartBoundary } from '../../../faults/part-boundary.tsx';
import { useText } from '../../../i18n/language.ts';
import type { WaitingPerson } from '../../../models/waiting/api.ts';
import { useWaitingRoom } from '../../../room/room-parts.tsx';
import type { Question } from '../../../ui/form/confirm.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { PeopleSearch, searchFrom } from '../../../ui/parts/people-search.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useCall, useOwnPerson } from '../call-context.ts';
import css from './people-panel.module.css';
import { useWaiting, useWaitingDecisions } from './use-waiting.ts';

/** The number of rows rendered at first; beyond it a moderator searches or admits all. */
const firstRows = 20;
/** Admitting more people than this asks first, because they cannot be seen at a glance. */
const askFrom = 6;

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
  useEffect(() => {
    if (!isModerator) return;
    for (const { id, kind } of notices.list.get()) if (kind === 'asks-to-join') notices.dismiss(id);
    return room.watch();
  }, [room, notices, isModerator]);
  if (!isModerator) return null;
  return (
    <>
      <Arrivals all={all} />
      {all.length > 0 && <Section all={all} onAsk={onAsk} />}
    </>
  );
}

function Section({ all, onAsk }: Props & { all: readonly WaitingPerson[] }) {
  const text = useText('waitingList');
  const { admitAll, refuseAll } = useWaitingDecisions();
  const [search, setSearch] = useState('');
  const [rows, setRows] = useState(firstRows);
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  const found = all.filter(({ name }) => isFoundIn([name], search));
  const heading = (): HTMLElement | null | undefined =>
    section.current?.closest('aside')?.querySelector('h2');
  const letAllIn = (): void => {
    heading()?.focus();
    void admitAll();
  };
  const onAdmitAll = (): void => {
    if (all.length < askFrom) {
      letAllIn();
      return;
    }
    onAsk({
      title: text.admitAllTitle(all.length),
      text: text.admitAllText,
      yes: text.admitAllYes,
      isSafe: true,
      act: letAllIn,
      returnTo: heading,
    });
  };
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
    <section ref={section} className={css.waiting} aria-labelledby={titleId}>
      <div className={css.groupHead}>
        <h3 id={titleId} className={css.group}>{`${text.waiting} · ${all.length}`}</h3>
        {all.length > 1 && (
          <span>
            <Button variant="subtle" size="compact-sm" className={css.small ?? ''} onClick={onAdmitAll}>
              {text.admitAll}
            </Button>
            <Button variant="subtle" size="compact-sm" className={css.small ?? ''} onClick={onRefuseAll}>
              {text.refuseAll}
            </Button>
          </span>
        )}
      </div>
      {all.length >= searchFrom && (
        <PeopleSearch label={text.search} className={css.search} value={search} onChange={setSearch} />
      )}
      <ul className={css.list}>
        {found.slice(0, rows).map((person) => (
          <Row key={person.id} person={person} onAsk={onAsk} heading={heading} />
        ))}
      </ul>
      {found.length === 0 && <p className={css.none}>{text.nobodyFound}</p>}
      {found.length > rows && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={`${css.small} ${css.more}`}
          onClick={() => setRows(rows + 50)}
        >
          {text.more(Math.min(50, found.length - rows))}
        </Button>
      )}
    </section>
  );
}

type RowProps = Props & { person: WaitingPerson; heading: () => HTMLElement | null | undefined };

function Row({ person, onAsk, heading }: RowProps) {
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
    <li ref={row} className={css.row}>
      <Avatar name={name} seed={person.id} size={36} />
      <span className={css.who}>
        <bdi className={css.name} title={name}>
          {name}
        </bdi>
        <HowLong person={person} />
        <Answers answers={person.answers} />
      </span>
      <Button
        variant="light"
        size="compact-sm"
        className={css.small ?? ''}
        aria-label={text.admitOf(name)}
        onClick={onAdmit}
      >
        {text.admit}
      </Button>
      <IconButton
        size={44}
        data-refuse
        aria-label={text.refuseOf(name)}
        title={text.refuseOf(name)}
        onClick={onRefuse}
      >
        <IconX size={20} aria-hidden />
      </IconButton>
    </li>
  );
}

/** The answers to the entry form, by which a moderator recognizes a person. */
function Answers({ answers }: Pick<WaitingPerson, 'answers'>) {
  const text = useText('waitingList');
  if (answers.length === 0) return null;
  return (
    <ul className={css.answers} aria-label={text.answers}>
      {answers.map(({ field, title, value }) => (
        <li key={field}>
          {title && <bdi className={css.answerTitle}>{title}</bdi>}{' '}
          <bdi>{field === 'email' ? shownEmail(value) : value}</bdi>
        </li>
      ))}
    </ul>
  );
}

function HowLong({ person: { since, waitsFor } }: { person: WaitingPerson }) {
  const text = useText('waitingList');
  const { justNow } = useText('ui');
  const now = useNow(15_000);
  const minutes = Math.floor((now - since) / 60_000);
  const time = minutes > 0 ? text.minutes(minutes) : justNow;
  return <span className={css.role}>{waitsFor === 'opening' ? `${time} · ${text.untilOpening}` : time}</span>;
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
