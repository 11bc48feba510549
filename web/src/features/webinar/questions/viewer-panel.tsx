import { VisuallyHidden } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { ViewerQuestion } from '../../../models/webinar/types.ts';
import type { ViewerQuestions } from '../../../models/webinar/viewer-questions.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { headingAbove } from '../../../ui/panel-heading.ts';
import panel from '../../../ui/parts/panel.module.css';
import link from '../../../ui/parts/text-button.module.css';
import { useStore } from '../../../ui/use-store.ts';
import { AskForm } from './ask-form.tsx';
import { byAnswer } from './order.ts';
import { AnswerText, QuestionCard, QuestionState } from './question-card.tsx';
import { useQuestionRequest } from './use-question-request.ts';

type Props = { questions: ViewerQuestions; isReplay: boolean };

/** The viewer's own questions, those that were answered to everybody, and the form for a question. */
export function ViewerPanel({ questions, isReplay }: Props) {
  const list = useStore(questions.list);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') questions.see();
    };
    look();
    const release = questions.list.subscribe(look);
    document.addEventListener('visibilitychange', look);
    return () => {
      release();
      document.removeEventListener('visibilitychange', look);
    };
  }, [questions]);
  const open = list.filter(({ isOwn, state }) => isOwn && state === 'open');
  const closed = list.filter(({ state }) => state !== 'open').toSorted(byAnswer);
  return (
    <Stack grow className={panel.panel}>
      {list.length === 0 ? <Empty /> : <Questions questions={questions} list={[...open, ...closed]} />}
      {!isReplay && <AskForm questions={questions} />}
    </Stack>
  );
}

type ListProps = { questions: ViewerQuestions; list: readonly ViewerQuestion[] };

function Questions({ questions, list }: ListProps) {
  const text = useText('webinarQuestions');
  return (
    // It scrolls, so that the keyboard has to reach it.
    <Stack
      as="ul"
      gap="md"
      p="md"
      tabIndex={0}
      className={panel.scroll}
      data-scroll
      aria-label={text.questions}
    >
      {list.map((question) => (
        <li key={question.id}>
          <Asked question={question} questions={questions} />
        </li>
      ))}
    </Stack>
  );
}

function Empty() {
  const text = useText('webinarQuestions');
  return (
    <div className={panel.scroll}>
      <EmptyState icon={IconMessageQuestion} title={text.emptyTitle} text={text.emptyText} />
    </div>
  );
}

type AskedProps = { question: ViewerQuestion; questions: ViewerQuestions };

function Asked({ question, questions }: AskedProps) {
  const text = useText('webinarQuestions');
  const { isOwn, name, askedAt, state, answer, isPublic } = question;
  return (
    <QuestionCard
      name={isOwn ? text.you : name}
      askedAt={askedAt}
      text={question.text}
      isOpen={state === 'open'}
    >
      {answer !== null && <AnswerText label={isPublic ? text.answer : text.answerToYou}>{answer}</AnswerText>}
      {state === 'open' ? (
        <Withdraw question={question} questions={questions} />
      ) : (
        answer === null && <QuestionState>{text.states[state]}</QuestionState>
      )}
    </QuestionCard>
  );
}

/** The state of an open question, and the button that withdraws it. */
function Withdraw({ question, questions }: AskedProps) {
  const text = useText('webinarQuestions');
  const { act, isBusy, trouble } = useQuestionRequest();
  const button = useRef<HTMLButtonElement>(null);
  const withdraw = async (): Promise<void> => {
    const heading = headingAbove(button.current);
    // The card is gone with its focused button.
    if (await act(() => questions.withdraw(question.id))) heading?.focus();
  };
  return (
    <>
      <Row align="center" justify="between" gap="md">
        <Text size="sm" dim>
          {text.states.open}
        </Text>
        <Text
          as="button"
          fixed
          size="md"
          weight={600}
          tone="accent"
          ref={button}
          className={link.button}
          aria-label={text.withdrawOf(question.text)}
          disabled={isBusy}
          onClick={() => void withdraw()}
        >
          {text.withdraw}
        </Text>
      </Row>
      {trouble && (
        <Text size="md" tone="danger" role="alert">
          {trouble}
        </Text>
      )}
      <VisuallyHidden role="status">{isBusy ? text.withdrawing : ''}</VisuallyHidden>
    </>
  );
}
