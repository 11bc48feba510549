import { Button, Menu, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconDots, IconPencil, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import type { SessionQuestion, SessionQuestions } from '../../../models/webinar/session-questions.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
import { clockText, clockValue } from '../../../ui/times.ts';
import { usePartOf } from '../../../ui/use-store.ts';
import { AnswerForm } from './answer-form.tsx';
import { AnswerText, QuestionCard, QuestionState } from './question-card.tsx';
import { useQuestionRequest } from './use-question-request.ts';

type Props = { question: SessionQuestion; questions: SessionQuestions };

/** A question with what a moderator may do with it. */
export function ModeratedQuestion({ question, questions }: Props) {
  const text = useText('webinarQuestions');
  const { id, askedAt, position, state, answer, isPublic } = question;
  const name = plainName(question.name) || id;
  const isWriting = usePartOf(questions.draft, (draft) => draft?.id === id);
  const { act, isBusy, trouble } = useQuestionRequest();
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const focus = (): void => void setTimeout(() => (opener.current ?? heading.current)?.focus());
  const change = async (run: () => ReturnType<SessionQuestions['dismiss']>): Promise<void> => {
    if (await act(run)) focus();
  };
  return (
    <QuestionCard
      name={name}
      askedAt={askedAt}
      heading={heading}
      about={
        <Row as="span" inline fixed align="center" gap="xs" size="xs" dim tabular title={text.position}>
          <VisuallyHidden>{text.position}</VisuallyHidden>
          <IconPlayerPlay size={12} aria-hidden />
          <time dateTime={clockValue(position)}>{clockText(position)}</time>
        </Row>
      }
      text={question.text}
      isOpen={state === 'open'}
      menu={
        !isWriting && (
          <QuestionMenu
            question={question}
            name={name}
            onWrite={() => questions.write(question)}
            onMark={() => void change(() => questions.answer(question, {}))}
            onDismiss={() => void change(() => questions.dismiss(question))}
          />
        )
      }
    >
      {isWriting ? (
        <AnswerForm question={question} name={name} questions={questions} onDone={focus} />
      ) : (
        <>
          {answer !== null && (
            <AnswerText label={isPublic ? text.toEveryone : text.toOne(name)}>{answer}</AnswerText>
          )}
          {answer === null && state !== 'open' && (
            <QuestionState>{text.moderatorStates[state]}</QuestionState>
          )}
          {trouble && (
            <Text mt="sm" size="md" tone="danger" role="alert">
              {trouble}
            </Text>
          )}
          {state === 'open' && (
            <Row mt="md">
              <Button
                ref={opener}
                variant="default"
                mih={44}
                loading={isBusy}
                aria-label={text.replyTo(name)}
                onClick={() => questions.write(question)}
              >
                {text.reply}
              </Button>
            </Row>
          )}
        </>
      )}
    </QuestionCard>
  );
}

type MenuProps = {
  question: SessionQuestion;
  name: string;
  onWrite: () => void;
  onMark: () => void;
  onDismiss: () => void;
};

function QuestionMenu({ question: { state }, name, onWrite, onMark, onDismiss }: MenuProps) {
  const text = useText('webinarQuestions');
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <IconButton icon={IconDots} size={40} aria-label={text.moreOf(name)} />
      </Menu.Target>
      <Menu.Dropdown>
        {state !== 'open' && (
          <MenuItem icon={IconPencil} onClick={onWrite}>
            {state === 'answered' ? text.change : text.reply}
          </MenuItem>
        )}
        {state !== 'answered' && (
          <MenuItem icon={IconCheck} onClick={onMark}>
            {text.mark}
          </MenuItem>
        )}
        {state !== 'dismissed' && (
          <MenuItem icon={IconX} onClick={onDismiss}>
            {text.dismiss}
          </MenuItem>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
