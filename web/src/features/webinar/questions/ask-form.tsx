import { Button, Textarea, VisuallyHidden } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { longestQuestion } from '../../../../../contract/questions.ts';
import { useText } from '../../../i18n/language.ts';
import { reasonNotToWrite } from '../../../models/chat/conversation-state.ts';
import type { ViewerQuestions } from '../../../models/webinar/viewer-questions.ts';
import { useChat } from '../../../room/chat-context.ts';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { useNowUntil } from '../../../ui/use-now-until.ts';
import { usePartOf, useStore } from '../../../ui/use-store.ts';
import css from './questions.module.css';
import { useQuestionRequest } from './use-question-request.ts';

/** The form for a question; where the viewer may not write in the chat, the reason. */
export function AskForm({ questions }: { questions: ViewerQuestions }) {
  const text = useText('webinarQuestions');
  const { room } = useChat();
  const now = useNowUntil(usePartOf(room.state, (state) => state.mutedUntil ?? 0));
  const silence = usePartOf(room.state, (state) => reasonNotToWrite(state, now));
  if (silence === 'muted' || silence === 'chat_off') {
    return (
      <Text fixed size="md" dim center pretty p="lg" rule="top" role="status">
        {text.silenced[silence]}
      </Text>
    );
  }
  return <Form questions={questions} />;
}

/** The remaining characters are shown below this number. */
const fewLeft = 100;

function Form({ questions }: { questions: ViewerQuestions }) {
  const text = useText('webinarQuestions');
  const { act, isBusy, trouble, forget } = useQuestionRequest();
  const value = useStore(questions.draft);
  const [isMissing, setMissing] = useState(false);
  const [sent, setSent] = useState(0);
  const left = longestQuestion - [...value].length;
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (value.trim() === '') return setMissing(true);
    if (await act(() => questions.ask(value))) setSent((before) => before + 1);
  };
  return (
    <Stack
      as="form"
      gap="sm"
      fixed
      p="md"
      rule="top"
      className={css.form}
      onSubmit={(event) => void send(event)}
    >
      <Textarea
        aria-label={text.yourQuestion}
        placeholder={text.yourQuestion}
        value={value}
        rows={2}
        maxLength={longestQuestion}
        error={isMissing ? text.writeFirst : trouble}
        description={left < fewLeft ? text.left(left) : undefined}
        readOnly={isBusy}
        dir="auto"
        onChange={(event) => {
          setMissing(false);
          forget();
          questions.draft.set(event.currentTarget.value);
        }}
      />
      <Button type="submit" fullWidth mih={44} loading={isBusy} className={css.send ?? ''}>
        <IconArrowUp size={20} stroke={2.25} className={css.arrow} aria-hidden />
        <span className={css.sendLabel}>{text.ask}</span>
      </Button>
      {/* The key: a second question is announced, too. */}
      <VisuallyHidden role="status">{sent > 0 && <span key={sent}>{text.sent}</span>}</VisuallyHidden>
    </Stack>
  );
}
