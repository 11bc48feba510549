import { Button, VisuallyHidden } from '@mantine/core';
import { IconCalendarOff, IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../i18n/language.ts';
import type { WebinarApi } from '../../models/webinar/api.ts';
import type { Reminders } from '../../models/webinar/reminders.ts';
import type { Viewing } from '../../models/webinar/types.ts';
import type { Webinar, WebinarPhase } from '../../models/webinar/webinar.ts';
import { Page } from '../../ui/page/page.tsx';
import { StatePage } from '../../ui/page/state-page.tsx';
import { PageSkeleton } from '../../ui/page/states.tsx';
import { useStore } from '../../ui/use-store.ts';
import { ClosingPage } from './closing-page.tsx';
import { WaitingPage } from './waiting-page.tsx';
import { type ChatHandlers, WatchPage } from './watch/watch-page.tsx';

type Props = {
  name: string;
  webinar: Webinar;
  api: WebinarApi;
  reminders: Reminders;
  hasLink: boolean;
  isModerator: boolean;
  /** The room's exit address, if it is a web address. */
  continueHref: string | undefined;
  renderChat: (viewing: Viewing, handlers: ChatHandlers) => ReactNode;
  onRefused: (error: unknown) => void;
  /** The session that was watched is over. */
  onFinished: () => void;
};

/** An automatic webinar after the entry: countdown, session, closing page. */
export function WebinarPage(props: Props) {
  const { name, webinar, api, reminders, hasLink, isModerator, continueHref } = props;
  const { renderChat, onRefused, onFinished } = props;
  const phase = useStore(webinar.phase);
  const program = useStore(webinar.program);
  useEnds(phase, { onRefused, onFinished });
  if (phase.at === 'away') return <AwayPage onAgain={() => webinar.retry()} />;
  if (phase.at === 'nothing') return <NothingPage name={name} />;
  if (phase.at === 'watching') {
    return (
      <WatchPage
        key={phase.viewing.viewingId}
        name={name}
        viewing={phase.viewing}
        api={api}
        webinar={webinar}
        isModerator={isModerator}
        renderChat={(handlers) => renderChat(phase.viewing, handlers)}
      />
    );
  }
  if (phase.at === 'over') {
    return (
      <ClosingPage
        name={name}
        program={program}
        wasWatched={phase.wasWatched}
        continueHref={continueHref}
        onReplay={() => webinar.watchReplay()}
        onProceed={() => webinar.proceed()}
      />
    );
  }
  if (phase.at === 'countdown' && program) {
    return (
      <WaitingPage
        name={name}
        program={program}
        session={phase.session}
        hasLink={hasLink}
        reminders={reminders}
        onChoose={(sessionId) => webinar.choose(sessionId)}
        onReplay={() => webinar.watchReplay()}
      />
    );
  }
  return <LoadingPage />;
}

type Ends = Pick<Props, 'onRefused' | 'onFinished'>;

function useEnds(phase: WebinarPhase, { onRefused, onFinished }: Ends): void {
  const handled = useRef<WebinarPhase>(undefined);
  useEffect(() => {
    // The callbacks change with every rendering; a phase is told once.
    if (handled.current === phase) return;
    handled.current = phase;
    if (phase.at === 'refused') onRefused(phase.error);
    if (phase.at === 'over' && phase.wasWatched) onFinished();
  }, [phase, onRefused, onFinished]);
}

function LoadingPage() {
  const text = useText('webinar');
  return (
    <Page>
      <div aria-busy>
        <VisuallyHidden component="h1">{text.loading}</VisuallyHidden>
        <PageSkeleton />
      </div>
    </Page>
  );
}

function AwayPage({ onAgain }: { onAgain: () => void }) {
  const text = useText('webinar');
  return (
    <StatePage
      icon={IconCloudOff}
      title={text.awayTitle}
      tone="warning"
      actions={
        <Button size="md" onClick={onAgain}>
          {text.tryAgain}
        </Button>
      }
    >
      <p>{text.awayText}</p>
    </StatePage>
  );
}

function NothingPage({ name }: Pick<Props, 'name'>) {
  const text = useText('webinar');
  return (
    <StatePage icon={IconCalendarOff} title={text.nothingTitle} subject={name}>
      <p>{text.nothingHint}</p>
    </StatePage>
  );
}
