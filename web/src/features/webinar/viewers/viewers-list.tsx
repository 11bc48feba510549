import { Button, VisuallyHidden } from '@mantine/core';
import { IconUsers, IconUserX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import type { Viewer, ViewerPage } from '../../../models/webinar/viewers.ts';
import { useEntry } from '../../../room/room-parts.tsx';
import type { Question } from '../../../ui/form/confirm.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { EmptyState, LoadFailed, RowsSkeleton, StaleNote } from '../../../ui/page/states.tsx';
import { headingAbove, useFocusKept } from '../../../ui/panel-heading.ts';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import panel from '../../../ui/parts/panel.module.css';
import { PeopleSearch, searchFrom } from '../../../ui/parts/people-search.tsx';
import { PersonRow } from '../../../ui/parts/person-row.tsx';
import { VirtualList } from '../../../ui/parts/virtual-list.tsx';
import { useViewers } from './use-viewers.ts';
import css from './viewers.module.css';

type ListProps = {
  sessionId: string;
  /** Gets the number of people of the whole list; undefined when the list is closed or searched. */
  onCount: (count: number | undefined) => void;
};

/** The people who watch the session now; a moderator removes them here. */
export function ViewersList({ sessionId, onCount }: ListProps) {
  const [typed, setTyped] = useState('');
  const viewers = useViewers(sessionId, typed);
  const { phase, page } = viewers;
  const count = viewers.search === '' && !viewers.isStale && !viewers.isRefused ? page?.total : undefined;
  useEffect(() => {
    onCount(count);
    return () => onCount(undefined);
  }, [count, onCount]);
  const { ask, asked } = useQuestion();
  const removal = useRemoval(viewers.remove);
  if (viewers.isRefused) return <Refused />;
  if (phase === 'failed' || !page) {
    return phase === 'failed' ? <LoadFailed onAgain={viewers.again} /> : <RowsSkeleton count={5} />;
  }
  return (
    <>
      {/* Outside of the scrolling part: a failure is seen, and the search is at hand, from each row. */}
      <div>
        {viewers.isStale && (
          <Text as="div" mt="sm" className={panel.inset}>
            <StaleNote of="list" onAgain={viewers.again} />
          </Text>
        )}
        {removal.failed && <RemoveFailed name={removal.failed} />}
        <Found page={page} search={viewers.search} />
        {(page.total >= searchFrom || typed !== '') && <Search typed={typed} onType={setTyped} />}
      </div>
      {/* The key: results of another search are shown from the first one on. */}
      <div
        key={viewers.search}
        className={`${panel.scroll} ${css.scroll}`}
        data-scroll
        aria-busy={phase === 'loading'}
      >
        <VirtualList items={page.people} keyOf={idOf} rowHeight={56}>
          {(viewer) => <ViewerRow viewer={viewer} onAsk={ask} onRemove={() => removal.remove(viewer)} />}
        </VirtualList>
        <Rest page={page} search={viewers.search} showMore={viewers.showMore} />
      </div>
      <Announced name={removal.removed} />
      {asked}
    </>
  );
}

function Refused() {
  const text = useText('webinarViewers');
  return (
    <div role="alert">
      <EmptyState icon={IconUsers} title={text.refusedTitle} text={text.refusedText} />
    </div>
  );
}

const idOf = ({ id }: Viewer): string => id;

/** The names of the person removed last and of the one whose removal failed. */
type Removal = { removed?: string; failed?: string };

function useRemoval(remove: (viewer: Viewer) => Promise<void>) {
  const [last, setLast] = useState<Removal>({});
  return {
    ...last,
    remove: (viewer: Viewer): void => {
      setLast({});
      remove(viewer).then(
        () => setLast({ removed: viewer.name }),
        () => setLast({ failed: viewer.name }),
      );
    },
  };
}

function RemoveFailed({ name }: { name: string }) {
  const text = useText('webinarViewers');
  return (
    <Text size="md" tone="warning" p="sm lg" ground="warning-soft" role="alert">
      {text.removeFailed(name)}
    </Text>
  );
}

function Announced({ name }: { name: string | undefined }) {
  const text = useText('webinarViewers');
  return <VisuallyHidden role="status">{name !== undefined && text.removed(name)}</VisuallyHidden>;
}

const Quiet = (props: { role?: 'status'; children: string | false }) => (
  <Text size="md" dim className={css.count} {...props} />
);

type FoundProps = { page: ViewerPage; search: string };

/** How many people a search found. The header of the page has the number of all. */
function Found({ page, search }: FoundProps) {
  const text = useText('webinarViewers');
  return (
    <Quiet role="status">
      {search !== '' && (page.total > 0 ? text.found(page.total) : text.nobodyFound)}
    </Quiet>
  );
}

function Search({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const text = useText('webinarViewers');
  return <PeopleSearch label={text.search} pt={4} pb={8} value={typed} onChange={onType} />;
}

type RowProps = { viewer: Viewer; onAsk: (question: Question) => void; onRemove: () => void };

function ViewerRow({ viewer, onAsk, onRemove }: RowProps) {
  const text = useText('webinarViewers');
  const isMe = useEntry().participantId === viewer.id;
  const { name, role } = viewer;
  const notes = [isMe && text.you, role === 'moderator' && text.moderator].filter(Boolean);
  return (
    <PersonRow name={name} seed={viewer.id} notes={notes.join(' · ') || undefined}>
      {!isMe && <RemoveButton name={name} onAsk={onAsk} onRemove={onRemove} />}
    </PersonRow>
  );
}

function RemoveButton({ name, onAsk, onRemove }: Omit<RowProps, 'viewer'> & { name: string }) {
  const text = useText('webinarViewers');
  const button = useRef<HTMLButtonElement>(null);
  useFocusKept(button);
  const ask = (): void => {
    const heading = headingAbove(button.current);
    onAsk({
      title: text.removeTitle(name),
      text: text.removeText,
      yes: text.removeYes,
      act: onRemove,
      // The row may be gone before the question has faded.
      returnTo: () => button.current ?? heading,
    });
  };
  return (
    <IconButton
      icon={IconUserX}
      ref={button}
      size={44}
      aria-label={text.remove(name)}
      title={text.remove(name)}
      onClick={ask}
    />
  );
}

type RestProps = FoundProps & { showMore: (() => void) | undefined };

/** Below the rows: a note that nobody else watches, a button for more rows, or the hint to search. */
function Rest({ page: { people, total }, search, showMore }: RestProps) {
  const text = useText('webinarViewers');
  const language = useLanguage();
  if (search === '' && total <= 1) return <Quiet>{text.nobodyElse}</Quiet>;
  if (showMore) {
    return (
      <Button className={css.more ?? ''} variant="subtle" onClick={showMore}>
        {text.more}
      </Button>
    );
  }
  if (total <= people.length) return null;
  return <Quiet>{text.onlyFirst(numberFormat(language).format(people.length))}</Quiet>;
}
