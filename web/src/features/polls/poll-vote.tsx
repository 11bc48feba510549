import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Poll } from '../../models/polls/api.ts';
import { longestAnswer } from '../../models/polls/form.ts';
import { VoteOptions } from '../../room/polls-and-offers/vote-options.tsx';
import { usePolls } from '../../room/room-parts.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { usePollRequest } from './use-poll-request.ts';

type Props = { poll: Poll; onVoted: () => void };

export function PollVote(props: Props) {
  return props.poll.isOpenEnded ? <VoteByText {...props} /> : <VoteByOptions {...props} />;
}

const SeenBy = ({ children }: { children: string }) => (
  <Text size="sm" dim>
    {children}
  </Text>
);

function VoteByOptions({ poll, onVoted }: Props) {
  const text = useText('polls');
  const polls = usePolls();
  const { act, isBusy, trouble } = usePollRequest();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isMissing, setMissing] = useState(false);
  const hintId = useId();
  const toggle = (id: string): void => {
    setMissing(false);
    const others = poll.isSingleChoice ? [] : chosen.filter((other) => other !== id);
    setChosen(!poll.isSingleChoice && chosen.includes(id) ? others : [...others, id]);
  };
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (chosen.length === 0) return setMissing(true);
    if (await act(() => polls.vote(poll.id, chosen))) onVoted();
  };
  const hint = isMissing ? text.chooseFirst : trouble;
  return (
    <Stack as="form" gap="sm" onSubmit={(event) => void send(event)}>
      <VoteOptions
        options={poll.options}
        chosen={chosen}
        isSingle={poll.isSingleChoice}
        hintId={hintId}
        isDisabled={isBusy}
        onToggle={toggle}
      />
      <Text id={hintId} role="status" size="md" tone="danger">
        {hint}
      </Text>
      <Button type="submit" fullWidth mih={44} loading={isBusy}>
        {text.vote}
      </Button>
      <SeenBy>{text.seenByModerators}</SeenBy>
    </Stack>
  );
}

function VoteByText({ poll, onVoted }: Props) {
  const text = useText('polls');
  const polls = usePolls();
  const { act, isBusy, trouble, forget } = usePollRequest();
  const [answer, setAnswer] = useState(polls.answers.get(poll.id) ?? '');
  const [isMissing, setMissing] = useState(false);
  const left = longestAnswer - [...answer].length;
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (answer.trim() === '') return setMissing(true);
    if (await act(() => polls.answer(poll.id, answer))) onVoted();
  };
  return (
    <Stack as="form" gap="sm" onSubmit={(event) => void send(event)}>
      <Textarea
        aria-label={text.yourAnswer}
        placeholder={text.yourAnswer}
        value={answer}
        minRows={2}
        rows={3}
        maxLength={longestAnswer}
        error={isMissing ? text.writeFirst : trouble}
        description={left < 100 ? text.left(left) : undefined}
        disabled={isBusy}
        onChange={(event) => {
          setMissing(false);
          forget();
          setAnswer(event.currentTarget.value);
          polls.answers.set(poll.id, event.currentTarget.value);
        }}
      />
      <Button type="submit" fullWidth mih={44} loading={isBusy}>
        {text.send}
      </Button>
      <SeenBy>{poll.areResultsHidden ? text.seenWhenOver : text.seenByEveryone}</SeenBy>
    </Stack>
  );
}
