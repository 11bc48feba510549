import './questions-styles.ts';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useText } from '../../../i18n/language.ts';
import { browserClock } from '../../../kit/clock.ts';
import { createStore, type Store } from '../../../kit/store.ts';
import { SessionQuestions, sessionQuestionsApi } from '../../../models/webinar/session-questions.ts';
import type { Viewing } from '../../../models/webinar/types.ts';
import type { ViewerQuestions } from '../../../models/webinar/viewer-questions.ts';
import type { SidePanelTab } from '../../../room/meeting-parts.ts';
import { useEntry } from '../../../room/room-parts.tsx';
import { lazyComponent } from '../../../ui/lazily.ts';
import { RowsSkeleton } from '../../../ui/page/states.tsx';
import { usePartOf, useStore } from '../../../ui/use-store.ts';

const ViewerPanel = lazyComponent(
  async () => (await import('./viewer-panel.tsx')).ViewerPanel,
  <RowsSkeleton count={3} />,
);
// Viewers do not load what only moderators see.
const ModeratorPanel = lazyComponent(
  async () => (await import('./moderator-panel.tsx')).ModeratorPanel,
  <RowsSkeleton count={3} />,
);

/** The questions for moderators, read while the tab of the browser is visible; undefined for viewers. */
function useSessionQuestions(sessionId: string, isModerator: boolean): SessionQuestions | undefined {
  const entry = useEntry();
  const questions = useMemo(
    () =>
      isModerator ? new SessionQuestions(sessionQuestionsApi(entry, sessionId), browserClock) : undefined,
    [entry, sessionId, isModerator],
  );
  const isSeen = useDocumentVisibility() === 'visible';
  useEffect(() => (isSeen ? questions?.list.watch() : undefined), [questions, isSeen]);
  return questions;
}

function countOf(store: Store<number>): () => number | undefined {
  const useNews = (): number | undefined => useStore(store) || undefined;
  return useNews;
}

function openCountOf({ list }: SessionQuestions): () => number | undefined {
  const useOpen = (): number | undefined =>
    usePartOf(list.value, (all) => all?.filter(({ state }) => state === 'open').length || undefined);
  return useOpen;
}

const nothing = createStore<readonly unknown[]>([]);

type Parts = {
  /** Those of the viewing; undefined until it is opened. */
  questions: ViewerQuestions | undefined;
  viewing: Viewing;
  isModerator: boolean;
};

/** The questions of a session as a part of the side panel; undefined for a replay without any. */
export function useQuestionsSide({ questions, viewing, isModerator }: Parts): SidePanelTab | undefined {
  const { questions: title, newAnswers, openCount } = useText('webinarQuestions');
  const led = useSessionQuestions(viewing.session.id, isModerator);
  const isEmpty = usePartOf<readonly unknown[], boolean>(
    questions?.list ?? nothing,
    (all) => all.length === 0,
  );
  const isReplay = viewing.kind === 'replay';
  const isHidden = !led && isReplay && isEmpty;
  return useMemo(() => {
    const tab = { id: 'questions', Icon: IconMessageQuestion, title, isUrgent: true } as const;
    if (led) {
      const body = <ModeratorPanel questions={led} />;
      return { ...tab, useCount: openCountOf(led), countLabel: openCount, body };
    }
    if (!questions || isHidden) return undefined;
    const body = <ViewerPanel questions={questions} isReplay={isReplay} />;
    return { ...tab, useCount: countOf(questions.news), countLabel: newAnswers, body };
  }, [led, questions, isHidden, isReplay, title, newAnswers, openCount]);
}
