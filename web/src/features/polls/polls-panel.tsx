import { Button } from '@mantine/core';
import { IconChartBar, IconPlus } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { useChat } from '../../room/chat-context.ts';
import { usePolls } from '../../room/room-parts.tsx';
import { Confirm, type Question } from '../../ui/form/confirm.tsx';
import { usePartOf, useStore } from '../../ui/use-store.ts';
import { ConnectionLost } from './connection-lost.tsx';
import { PollCard } from './poll-card.tsx';
import { PollFormView } from './poll-form.tsx';
import css from './polls-panel.module.css';

/** All polls of the room, running ones first; moderators can create one. */
export function PollsPanel() {
  const text = useText('polls');
  const polls = usePolls();
  const { room } = useChat();
  const role = usePartOf(room.state, (state) => state.role);
  const isMaking = useStore(polls.draft.isOpen);
  const [question, setQuestion] = useState<Question>();
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    void polls.refresh();
    // Another tab may have prepared polls on the page of the room.
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') void polls.refresh();
    };
    document.addEventListener('visibilitychange', onVisible);
    const unwatch = polls.watch();
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      unwatch();
    };
  }, [polls]);
  const close = (): void => {
    polls.draft.close();
    setTimeout(() => opener.current?.focus());
  };
  return (
    <>
      {isMaking && role === 'moderator' ? (
        <PollFormView onClose={close} />
      ) : (
        <div className={css.panel}>
          <ConnectionLost />
          <List isModerator={role === 'moderator'} onAsk={setQuestion} />
          {role === 'moderator' && <Maker opener={opener} onMake={() => polls.draft.openNew()} />}
        </div>
      )}
      <Confirm question={question} cancel={text.cancel} onClose={() => setQuestion(undefined)} />
    </>
  );
}

function Maker({ opener, onMake }: { opener: RefObject<HTMLButtonElement | null>; onMake: () => void }) {
  const text = useText('polls');
  return (
    <div className={css.foot}>
      <Button
        ref={opener}
        fullWidth
        size="md"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={onMake}
      >
        {text.make}
      </Button>
    </div>
  );
}

function List({ isModerator, onAsk }: { isModerator: boolean; onAsk: (question: Question) => void }) {
  const text = useText('polls');
  const polls = usePolls();
  const { phase, polls: list } = useStore(polls.state);
  const running = list.filter(({ status }) => status === 'in_progress');
  const drafts = list
    .filter(({ status }) => status === 'new')
    .toSorted((one, other) => one.position - other.position);
  const done = list.filter(({ status }) => status === 'done');
  const shown = [...running, ...(isModerator ? drafts : []), ...done];
  if (shown.length === 0 && phase === 'loading') return <Skeleton />;
  if (shown.length === 0 && phase === 'ready') return <Empty isModerator={isModerator} />;
  return (
    <div className={css.list}>
      {shown.map((poll) => (
        <PollCard key={poll.id} poll={poll} isModerator={isModerator} onAsk={onAsk} />
      ))}
      {phase === 'failed' && (
        <div className={css.state} role="alert">
          <p className={css.title}>{text.failed}</p>
          {running.length > 0 && <p className={css.hint}>{text.failedHint}</p>}
          <Button variant="default" onClick={() => void polls.refresh()}>
            {text.tryAgain}
          </Button>
        </div>
      )}
    </div>
  );
}

function Skeleton() {
  const text = useText('polls');
  return (
    <div className={css.list} role="status" aria-label={text.loading}>
      {[70, 45].map((width) => (
        <div key={width} className={css.skeleton}>
          <span style={{ width: `${width}%` }} />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

function Empty({ isModerator }: { isModerator: boolean }) {
  const text = useText('polls');
  return (
    <div className={css.state} data-whole>
      <IconChartBar size={32} stroke={1.5} aria-hidden />
      <p className={css.title}>{text.empty}</p>
      <p className={css.hint}>{isModerator ? text.emptyModerator : text.emptyHint}</p>
    </div>
  );
}
