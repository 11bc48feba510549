import { Button, Menu } from '@mantine/core';
import {
  IconDots,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Poll } from '../../models/polls/api.ts';
import { usePolls } from '../../room/room-parts.tsx';
import type { Question } from '../../ui/form/confirm.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { PollAnswers } from './poll-answers.tsx';
import css from './poll-card.module.css';
import { PollResult } from './poll-result.tsx';
import { PollVote } from './poll-vote.tsx';
import { usePollRequest } from './use-poll-request.ts';

type Props = { poll: Poll; isModerator: boolean; onAsk: (question: Question) => void };

/** One poll: the form, and after the vote its result; a moderator sees the result from the start. */
export function PollCard({ poll, isModerator, onAsk }: Props) {
  const text = useText('polls');
  const polls = usePolls();
  const isLed = isModerator && !polls.isPersonal(poll.id);
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [wantsToVote, setWantsToVote] = useState(false);
  const isRunning = poll.status === 'in_progress';
  const mayVote = isRunning && !poll.isVoted;
  const isVoting = mayVote && (!isModerator || wantsToVote);
  const onVoted = (): void => {
    setWantsToVote(false);
    // The form and its focused button are gone.
    heading.current?.focus();
  };
  return (
    <article className={css.card} aria-labelledby={headingId} data-status={poll.status}>
      <header className={css.head}>
        <Marks poll={poll} />
        {isLed && <CardMenu poll={poll} onAsk={onAsk} />}
      </header>
      <h3 ref={heading} tabIndex={-1} id={headingId} className={css.question}>
        {poll.question}
      </h3>
      {isVoting ? (
        <PollVote poll={poll} onVoted={onVoted} />
      ) : (
        <PollResult poll={poll} isModerator={isModerator} />
      )}
      {isModerator && mayVote && (
        <button type="button" className={css.turn} onClick={() => setWantsToVote(!wantsToVote)}>
          {isVoting ? text.toResult : poll.isOpenEnded ? text.answerToo : text.voteToo}
        </button>
      )}
      {isLed && polls.isOfRoom && poll.status !== 'new' && !poll.isOpenEnded && poll.votes > 0 && (
        <PollAnswers poll={poll} />
      )}
      {isLed && <Lead poll={poll} onAsk={onAsk} />}
    </article>
  );
}

function Marks({ poll }: { poll: Poll }) {
  const text = useText('polls');
  const words = { new: text.draft, in_progress: text.running, done: text.done }[poll.status];
  const isHidden = poll.areResultsHidden && poll.status !== 'done';
  const kinds = [
    poll.isOpenEnded && text.openEnded,
    poll.withAnswer && text.quiz,
    isHidden && text.resultsHidden,
  ].filter((kind) => kind !== false);
  return (
    <p className={css.marks}>
      <span className={css.status}>{words}</span>
      {kinds.map((kind) => (
        <span key={kind}>{`· ${kind}`}</span>
      ))}
    </p>
  );
}

/** Starts and ends the poll, and asks it again; ending asks first, because it is irreversible. */
function Lead({ poll, onAsk }: Omit<Props, 'isModerator'>) {
  const text = useText('polls');
  const polls = usePolls();
  const { act, isBusy, trouble } = usePollRequest();
  const opener = useRef<HTMLButtonElement>(null);
  const askToStop = (): void =>
    onAsk({
      title: text.stopTitle,
      text: text.stopText,
      yes: text.stopYes,
      act: () => void act(() => polls.stop(poll.id)),
      returnTo: () => opener.current,
    });
  const action = {
    new: { label: text.start, Icon: IconPlayerPlay, run: () => void act(() => polls.start(poll.id)) },
    in_progress: { label: text.stop, Icon: IconPlayerStop, run: askToStop },
    done: { label: text.askAgain, Icon: IconRefresh, run: () => void act(() => polls.askAgain(poll)) },
  }[poll.status];
  return (
    <div className={css.lead}>
      {trouble && <p className={css.trouble}>{trouble}</p>}
      <Button
        ref={opener}
        variant={poll.status === 'new' ? 'filled' : 'default'}
        fullWidth
        mih={44}
        loading={isBusy}
        leftSection={<action.Icon size={16} aria-hidden />}
        onClick={action.run}
      >
        {action.label}
      </Button>
    </div>
  );
}

function CardMenu({ poll, onAsk }: Omit<Props, 'isModerator'>) {
  const text = useText('polls');
  const polls = usePolls();
  const { act } = usePollRequest();
  const opener = useRef<HTMLButtonElement>(null);
  const askToRemove = (): void => {
    const aside = opener.current?.closest('aside')?.querySelector<HTMLElement>('h2');
    onAsk({
      title: text.removeTitle,
      text: text.removeText,
      yes: text.remove,
      act: () => void act(() => polls.remove(poll.id)),
      // The card may be gone by then.
      returnTo: () => (opener.current?.isConnected ? opener.current : aside),
    });
  };
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" shadow="lg" width={200}>
      <Menu.Target>
        <IconButton ref={opener} size={40} aria-label={text.moreOf(poll.question)}>
          <IconDots size={20} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {polls.isOfRoom && poll.status === 'new' && (
          <Menu.Item
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => polls.draft.edit(poll)}
          >
            {text.edit}
          </Menu.Item>
        )}
        <Menu.Item
          className={css.danger ?? ''}
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={askToRemove}
        >
          {text.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
