import { Fragment, type ReactNode } from 'react';
import type { CallPoll } from '../../../../contract/operations/reports-chat.ts';
import { clock, dateFormat } from '../../i18n/formats.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { CorrectnessMark } from '../../ui/parts/correctness-mark.tsx';
import { Folded, PlainTable } from '../../ui/parts/plain-table.tsx';
import { exactTime } from '../../ui/times.ts';
import css from './answered-poll.module.css';

/** Options and answers have no id; their order does not change. */
const numbered = <T extends object>(items: readonly T[]) =>
  items.map((item, number) => ({ ...item, number }));

type Props = {
  poll: CallPoll;
  /** Beside the time: the date, where polls of several days are listed. */
  hasDay?: boolean;
  /** Below the answers. */
  actions?: ReactNode;
};

/** A poll with its result and who answered what, as a row of a list. */
export function AnsweredPoll({ poll, hasDay, actions }: Props) {
  const { question, startedAt, options, answers } = poll;
  const text = useText('callExtras');
  const language = useLanguage();
  const at = new Date(startedAt);
  const right = answers.filter(({ isCorrect }) => isCorrect).length;
  return (
    <li className={css.poll}>
      <Row className={css.head} gap="sm" align="baseline" justify="between" size="sm" dim tabular>
        <Text as="h3" size="lg" weight={550} tone="text" shrink breaks dir="auto">
          {question}
        </Text>
        <time dateTime={startedAt} title={exactTime(at, language)}>
          {dateFormat(language, hasDay ? { ...clock, day: 'numeric', month: 'short' } : clock).format(at)}
        </time>
      </Row>
      {options.length > 0 && (
        <Stack as="ul" className={css.options} mt="sm" size="md">
          {numbered(options).map(({ number, text: option, votes }) => (
            <Text as="li" key={number} p="xs 0">
              <Text breaks>
                <bdi>{option}</bdi>
              </Text>
              <Row gap="sm" align="center">
                <span className={css.track} aria-hidden>
                  <span
                    className={css.fill}
                    style={{ width: `${(100 * votes) / Math.max(1, answers.length)}%` }}
                  />
                </span>
                <Text as="span" dim tabular fixed nowrap className={css.count}>
                  {text.votes(votes)}
                </Text>
              </Row>
            </Text>
          ))}
        </Stack>
      )}
      {answers.some(({ isCorrect }) => isCorrect !== null) && (
        <Text mt="sm" size="md" dim>
          {text.correctOf({ right, all: answers.length })}
        </Text>
      )}
      <Folded title={text.answers(answers.length)} mt="sm">
        {answers.length > 0 && <Answers question={question} answers={answers} />}
      </Folded>
      {actions}
    </li>
  );
}

function Answers({ question, answers }: Pick<CallPoll, 'question' | 'answers'>) {
  const text = useText('callExtras');
  const { erased } = useText('callReport');
  const language = useLanguage();
  return (
    <PlainTable
      label={question}
      heads={[text.who, text.answer, text.time]}
      rows={numbered(answers).map(({ number, name, answer, answeredAt, isCorrect }) => ({
        key: number,
        cells: [
          <bdi key="who">{name === null ? erased : plainName(name)}</bdi>,
          <Fragment key="answer">
            <bdi>{answer}</bdi>
            <CorrectnessMark isCorrect={isCorrect} labels={{ right: text.correct, wrong: text.wrong }} />
          </Fragment>,
          <time key="time" dateTime={answeredAt} title={exactTime(new Date(answeredAt), language)}>
            {dateFormat(language, { ...clock, second: '2-digit' }).format(new Date(answeredAt))}
          </time>,
        ],
      }))}
    />
  );
}
