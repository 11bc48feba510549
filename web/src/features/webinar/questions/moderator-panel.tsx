import { IconMessageQuestion } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import type { SessionQuestion, SessionQuestions } from '../../../models/webinar/session-questions.ts';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { EmptyState, LoadFailed, RowsSkeleton, StaleNote } from '../../../ui/page/states.tsx';
import panel from '../../../ui/parts/panel.module.css';
import { useStore } from '../../../ui/use-store.ts';
import { ModeratedQuestion } from './moderated-question.tsx';
import { byAnswer } from './order.ts';

/** All questions of a session: open ones, the oldest first, then the others, the newest answer first. */
export function ModeratorPanel({ questions }: { questions: SessionQuestions }) {
  const text = useText('webinarQuestions');
  const all = useStore(questions.list.value);
  const { phase, isStale, isRefused } = useStore(questions.list.state);
  const again = (): void => questions.list.readSoon();
  if (isRefused) return <Blank title={text.refusedTitle} text={text.refusedText} />;
  if (!all) return phase === 'failed' ? <LoadFailed onAgain={again} /> : <RowsSkeleton count={3} />;
  if (all.length === 0) return <Blank title={text.emptyTitle} text={text.emptyModerator} />;
  const open = all.filter(({ state }) => state === 'open').toReversed();
  const closed = all.filter(({ state }) => state !== 'open').toSorted(byAnswer);
  return (
    <Stack gap="md" p="md" className={panel.scroll} data-scroll>
      {isStale && <StaleNote of="list" onAgain={again} />}
      <Part title={text.openPart} questions={questions} list={open} />
      {open.length === 0 && (
        <Text size="md" dim>
          {text.nothingOpen}
        </Text>
      )}
      <Part title={text.closedPart} questions={questions} list={closed} />
    </Stack>
  );
}

const Blank = (props: { title: string; text: string }) => (
  <div className={panel.scroll}>
    <EmptyState icon={IconMessageQuestion} {...props} />
  </div>
);

type PartProps = { title: string; questions: SessionQuestions; list: readonly SessionQuestion[] };

function Part({ title, questions, list }: PartProps) {
  if (list.length === 0) return null;
  return (
    <>
      <Text size="sm" weight={600} dim>
        {title}
      </Text>
      {list.map((question) => (
        <ModeratedQuestion key={question.id} question={question} questions={questions} />
      ))}
    </>
  );
}
