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
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { MenuItem } from '../../ui/parts/menu-item.tsx';
import link from '../../ui/parts/text-button.module.css';
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
    <Stack
      as="article"
      fixed
      p="sm md md"
      frame="line"
      ground="surface"
      className={css.card}
      aria-labelledby={headingId}
      data-status={poll.status}
    >
      <Row as="header" align="center" justify="between" tall={36} className={css.head}>
        <Marks poll={poll} />
        {isLed && <CardMenu poll={poll} onAsk={onAsk} />}
      </Row>
      <Text
        as="h3"
        size="xl"
        weight={650}
        leading={1.35}
        breaks
        ref={heading}
        tabIndex={-1}
        id={headingId}
        mb="md"
        className={css.question}
      >
        {poll.question}
      </Text>
      {isVoting ? (
        <PollVote poll={poll} onVoted={onVoted} />
      ) : (
        <PollResult poll={poll} isModerator={isModerator} />
      )}
      {isModerator && mayVote && (
        <Text
          as="button"
          mt="xs"
          size="md"
          weight={600}
          tone="accent"
          className={link.button}
          onClick={() => setWantsToVote(!wantsToVote)}
        >
          {isVoting ? text.toResult : poll.isOpenEnded ? text.answerToo : text.voteToo}
        </Text>
      )}
      {isLed && polls.isOfRoom && poll.status !== 'new' && !poll.isOpenEnded && poll.votes > 0 && (
        <PollAnswers poll={poll} />
      )}
      {isLed && <Lead poll={poll} onAsk={onAsk} />}
    </Stack>
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
    <Row as="p" wrap size="sm" dim gap="xs">
      <Row as="span" inline align="center" gap="sm" className={css.status}>
        {words}
      </Row>
      {kinds.map((kind) => (
        <span key={kind}>{`· ${kind}`}</span>
      ))}
    </Row>
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
    <Text as="div" mt="sm">
      {trouble && (
        <Text mb="sm" size="md" tone="danger">
          {trouble}
        </Text>
      )}
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
    </Text>
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
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <IconButton icon={IconDots} ref={opener} size={40} aria-label={text.moreOf(poll.question)} />
      </Menu.Target>
      <Menu.Dropdown>
        {polls.isOfRoom && poll.status === 'new' && (
          <MenuItem icon={IconPencil} onClick={() => polls.draft.edit(poll)}>
            {text.edit}
          </MenuItem>
        )}
        <MenuItem icon={IconTrash} isDanger onClick={askToRemove}>
          {text.remove}
        </MenuItem>
      </Menu.Dropdown>
    </Menu>
  );
}
