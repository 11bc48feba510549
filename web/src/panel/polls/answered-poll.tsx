import type { ReactNode } from 'react';
import type { CallPoll } from '../../../../contract/operations/reports-chat.ts';
import { dateFormat } from '../../i18n/formats.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { CorrectnessMark } from '../../ui/parts/correctness-mark.tsx';
import { exactTime } from '../../ui/times.ts';
import css from './answered-poll.module.css';

/** Options and answers have no id; their order does not change. */
const numbered = <T extends object>(items: readonly T[]) =>
  items.map((item, number) => ({ ...item, number }));

const clock: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' };

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
      <div className={css.head}>
        <h3 className={css.question} dir="auto">
          {question}
        </h3>
        <time dateTime={startedAt} title={exactTime(at, language)}>
          {dateFormat(language, hasDay ? { ...clock, day: 'numeric', month: 'short' } : clock).format(at)}
        </time>
      </div>
      {options.length > 0 && (
        <ul className={css.options}>
          {numbered(options).map(({ number, text: option, votes }) => (
            <li key={number}>
              <bdi>{option}</bdi>
              <span>{text.votes(votes)}</span>
            </li>
          ))}
        </ul>
      )}
      {answers.some(({ isCorrect }) => isCorrect !== null) && (
        <p className={css.right}>{text.correctOf({ right, all: answers.length })}</p>
      )}
      <details className={css.answers}>
        <summary>{text.answers(answers.length)}</summary>
        {answers.length > 0 && <Answers question={question} answers={answers} />}
      </details>
      {actions}
    </li>
  );
}

function Answers({ question, answers }: Pick<CallPoll, 'question' | 'answers'>) {
  const text = useText('callExtras');
  const { erased } = useText('callReport');
  const language = useLanguage();
  return (
    <table className={css.table} aria-label={question}>
      <thead>
        <tr>
          <th scope="col">{text.who}</th>
          <th scope="col">{text.answer}</th>
          <th scope="col">{text.time}</th>
        </tr>
      </thead>
      <tbody>
        {numbered(answers).map(({ number, name, answer, answeredAt, isCorrect }) => (
          <tr key={number}>
            <td dir="auto">{name === null ? erased : plainName(name)}</td>
            <td dir="auto">
              {answer}
              <CorrectnessMark isCorrect={isCorrect} labels={{ right: text.correct, wrong: text.wrong }} />
            </td>
            <td>
              <time dateTime={answeredAt} title={exactTime(new Date(answeredAt), language)}>
                {dateFormat(language, { ...clock, second: '2-digit' }).format(new Date(answeredAt))}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
