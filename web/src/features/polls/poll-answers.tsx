import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Fragment, useEffect, useId, useState } from 'react';
import { listText } from '../../i18n/formats.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { PersonAnswer, Poll } from '../../models/polls/api.ts';
import { useCallFacts } from '../../room/call-facts.ts';
import { usePolls } from '../../room/room-parts.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { CorrectnessMark } from '../../ui/parts/correctness-mark.tsx';
import { PlainTable } from '../../ui/parts/plain-table.tsx';
import link from '../../ui/parts/text-button.module.css';
import { namesWithoutAnswer } from './names-without-answer.ts';
import css from './poll-answers.module.css';

/** How many of those who have not answered are named. */
const mostNames = 20;

/** For moderators: who answered what, on request. */
export function PollAnswers({ poll }: { poll: Poll }) {
  const text = useText('polls');
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <Stack mt="xs">
      <Row
        as="button"
        inline
        align="center"
        gap="xs"
        size="md"
        weight={600}
        tone="accent"
        className={`${link.button} ${css.opener}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {text.whoAnswered}
        <IconChevronDown size={16} aria-hidden />
      </Row>
      {isOpen && (
        <div id={listId}>
          <List poll={poll} />
        </div>
      )}
    </Stack>
  );
}

const Note = ({ children }: { children: string }) => (
  <Text size="sm" dim mb="sm">
    {children}
  </Text>
);

/** While a poll runs in a call: the participants who have not answered. */
function Missing({ answers }: { answers: readonly PersonAnswer[] }) {
  const text = useText('polls');
  const language = useLanguage();
  const participants = useCallFacts()?.participants ?? [];
  const names = namesWithoutAnswer(participants, answers);
  if (names.length === 0) return null;
  const more = names.length - mostNames;
  const shown = more > 0 ? [...names.slice(0, mostNames), text.moreMissing(more)] : names;
  return <Note>{text.missing(listText(shown, language))}</Note>;
}

function List({ poll: { id, votes, question, status } }: { poll: Poll }) {
  const text = useText('polls');
  const polls = usePolls();
  const [answers, setAnswers] = useState<readonly PersonAnswer[]>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // A new vote reads them again, and so does a press after a failure.
  const version = `${votes} ${attempt}`;
  useEffect(() => {
    let isCurrent = version !== '';
    polls.answersOf(id).then(
      (read) => {
        if (!isCurrent) return;
        setAnswers(read);
        setFailed(false);
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [polls, id, version]);
  if (hasFailed) {
    return (
      <div role="alert">
        <Note>{text.answersFailed}</Note>
        <Button variant="default" size="compact-sm" mih={44} onClick={() => setAttempt(attempt + 1)}>
          {text.tryAgain}
        </Button>
      </div>
    );
  }
  if (!answers) return <Note>{text.loading}</Note>;
  const right = answers.filter(({ isCorrect }) => isCorrect).length;
  return (
    <>
      {answers.some(({ isCorrect }) => isCorrect !== null) && (
        <Note>{text.correctOf({ right, all: answers.length })}</Note>
      )}
      {status === 'in_progress' && <Missing answers={answers} />}
      <PlainTable
        label={question}
        heads={[text.person, text.chosen]}
        rows={answers.map(({ name, answer, isCorrect, ...one }) => ({
          key: `${one.chatUserId} ${one.answeredAt}`,
          cells: [
            <bdi key="person">{name === null ? text.nameless : plainName(name)}</bdi>,
            <Fragment key="chosen">
              <bdi>{answer}</bdi>
              <CorrectnessMark isCorrect={isCorrect} labels={{ right: text.right, wrong: text.wrong }} />
            </Fragment>,
          ],
        }))}
      />
    </>
  );
}
