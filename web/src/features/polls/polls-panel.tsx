import { Button } from '@mantine/core';
import { IconChartBar, IconPlus } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useText } from '../../i18n/language.ts';
import { useChat } from '../../room/chat-context.ts';
import { usePolls } from '../../room/room-parts.tsx';
import type { Question } from '../../ui/form/confirm.tsx';
import { useQuestion } from '../../ui/form/question.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Bone } from '../../ui/parts/bone.tsx';
import panel from '../../ui/parts/panel.module.css';
import { usePartOf, useStore } from '../../ui/use-store.ts';
import { ConnectionLost } from './connection-lost.tsx';
import { PollCard } from './poll-card.tsx';
import { PollFormView } from './poll-form.tsx';
import css from './polls-panel.module.css';

/** All polls of the room, running ones first; moderators can create one. */
export function PollsPanel() {
  const polls = usePolls();
  const { room } = useChat();
  const role = usePartOf(room.state, (state) => state.role);
  const isMaking = useStore(polls.draft.isOpen);
  const { ask, asked } = useQuestion();
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
        <Stack grow className={panel.panel}>
          <ConnectionLost />
          <List isModerator={role === 'moderator'} onAsk={ask} />
          {role === 'moderator' && <Maker opener={opener} onMake={() => polls.draft.openNew()} />}
        </Stack>
      )}
      {asked}
    </>
  );
}

function Maker({ opener, onMake }: { opener: RefObject<HTMLButtonElement | null>; onMake: () => void }) {
  const text = useText('polls');
  return (
    <Text as="div" p="md" rule="top">
      <Button
        ref={opener}
        fullWidth
        size="md"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={onMake}
      >
        {text.make}
      </Button>
    </Text>
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
    <Stack gap="md" p="md" className={panel.scroll}>
      {shown.map((poll) => (
        <PollCard key={poll.id} poll={poll} isModerator={isModerator} onAsk={onAsk} />
      ))}
      {phase === 'failed' && (
        <State role="alert" title={text.failed} hint={running.length > 0 && text.failedHint}>
          <Button variant="default" onClick={() => void polls.refresh()}>
            {text.tryAgain}
          </Button>
        </State>
      )}
    </Stack>
  );
}

function Skeleton() {
  const text = useText('polls');
  return (
    <Stack gap="md" p="md" className={panel.scroll} role="status" aria-label={text.loading}>
      {[70, 45].map((width) => (
        <Stack key={width} fixed gap="md" p="lg" frame="line">
          <Bone width={`${width}%`} height={14} />
          <Bone height={32} />
          <Bone height={32} />
        </Stack>
      ))}
    </Stack>
  );
}

function Empty({ isModerator }: { isModerator: boolean }) {
  const text = useText('polls');
  return (
    <State
      grow
      icon={<IconChartBar size={32} stroke={1.5} aria-hidden />}
      title={text.empty}
      hint={isModerator ? text.emptyModerator : text.emptyHint}
    />
  );
}

type StateProps = {
  title: string;
  hint: string | false;
  /** It replaces the list. */
  grow?: boolean;
  role?: 'alert';
  icon?: ReactNode;
  children?: ReactNode;
};

const State = ({ title, hint, grow, role, icon, children }: StateProps) => (
  <Stack
    role={role}
    grow={grow}
    align="center"
    justify={grow ? 'center' : undefined}
    gap="sm"
    dim
    center
    p="lg"
  >
    {icon}
    <Text size="xl" weight={600} tone="text">
      {title}
    </Text>
    {hint && (
      <Text size="md" mb="sm" className={css.hint}>
        {hint}
      </Text>
    )}
    {children}
  </Stack>
);
