import { Button, Switch, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { longestQuestionAnswer } from '../../../../../contract/questions.ts';
import { useText } from '../../../i18n/language.ts';
import type {
  AnswerDraft,
  SessionQuestion,
  SessionQuestions,
} from '../../../models/webinar/session-questions.ts';
import { Row, Stack } from '../../../ui/layout/layout.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useQuestionRequest } from './use-question-request.ts';

type Props = { question: SessionQuestion; name: string; questions: SessionQuestions; onDone: () => void };

/** The form for an answer, to everybody or only to the person who asked. */
export function AnswerForm({ question, name, questions, onDone }: Props) {
  const text = useText('webinarQuestions');
  const draft = useStore(questions.draft);
  const { act, isBusy, trouble, forget } = useQuestionRequest();
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  if (!draft) return null;
  const change = (changed: Partial<AnswerDraft>): void => {
    setMissing(false);
    forget();
    questions.draft.set({ ...draft, ...changed });
  };
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const answer = draft.text.trim();
    if (answer === '') return setMissing(true);
    if (await act(() => questions.answer(question, { answer, isPublic: draft.isPublic }))) onDone();
  };
  const close = (): void => {
    questions.draft.set(undefined);
    onDone();
  };
  return (
    <Stack as="form" mt="sm" gap="md" onSubmit={(event) => void send(event)}>
      <Textarea
        ref={field}
        aria-label={text.answerTo(name)}
        placeholder={text.answer}
        value={draft.text}
        rows={2}
        maxLength={longestQuestionAnswer}
        error={isMissing ? text.answerFirst : trouble}
        readOnly={isBusy}
        dir="auto"
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <Switch
        label={text.showToEveryone}
        description={draft.isPublic ? text.everyoneHint : text.oneHint(name)}
        checked={draft.isPublic}
        onChange={(event) => change({ isPublic: event.currentTarget.checked })}
      />
      <Row gap="sm" wrap>
        <Button type="submit" mih={44} loading={isBusy}>
          {text.send}
        </Button>
        <Button variant="default" mih={44} onClick={close}>
          {text.cancel}
        </Button>
      </Row>
    </Stack>
  );
}
