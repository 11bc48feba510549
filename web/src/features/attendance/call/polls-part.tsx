import { IconChartBar } from '@tabler/icons-react';
import type { AttendanceReport } from '../../../../../contract/operations/analytics.ts';
import type { CallPoll } from '../../../../../contract/operations/analytics-chat.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { exactTime } from '../../../ui/times.ts';
import { timeText } from '../model/call-texts.ts';
import { PollDownloads } from './extra-downloads.tsx';
import { ExtraPart } from './extra-part.tsx';
import css from './extras.module.css';
import type { Place } from './use-call.ts';

const pace = 10_000;

type Props = { place: Place; call: AttendanceReport['call']; isRunning: boolean };

/** The polls of the call, each with who answered what. */
export function PollsPart({ place, call, isRunning }: Props) {
  const { spaceId, callId } = place;
  const text = useText('callExtras');
  const api = useApi();
  const loaded = useLoaded({
    key: ['call polls', callId],
    load: () => api.listAnalyticsCallPolls({ spaceId, callId }),
    ...(isRunning && { pace: () => pace }),
  });
  return (
    <ExtraPart
      title={text.polls}
      loaded={loaded}
      isEmpty={({ items }) => items.length === 0}
      empty={{ Icon: IconChartBar, text: text.noPolls }}
      actions={<PollDownloads place={place} call={call} />}
    >
      {({ items }) => (
        <ul className={css.polls} aria-label={text.polls}>
          {items.map((poll) => (
            <Poll key={poll.id} poll={poll} />
          ))}
        </ul>
      )}
    </ExtraPart>
  );
}

/** Options and answers have no id; their order does not change. */
const numbered = <T extends object>(items: readonly T[]) =>
  items.map((item, number) => ({ ...item, number }));

function Poll({ poll: { question, startedAt, options, answers } }: { poll: CallPoll }) {
  const text = useText('callExtras');
  const language = useLanguage();
  return (
    <li className={css.poll}>
      <div className={css.messageHead}>
        <h3 className={css.question} dir="auto">
          {question}
        </h3>
        <time dateTime={startedAt} title={exactTime(new Date(startedAt), language)}>
          {timeText(Date.parse(startedAt), language)}
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
      <details className={css.answers}>
        <summary>{text.answers(answers.length)}</summary>
        {answers.length > 0 && <Answers question={question} answers={answers} />}
      </details>
    </li>
  );
}

function Answers({ question, answers }: Pick<CallPoll, 'question' | 'answers'>) {
  const text = useText('callExtras');
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
        {numbered(answers).map(({ number, name, answer, answeredAt }) => (
          <tr key={number}>
            <td dir="auto">{name ?? text.unknown}</td>
            <td dir="auto">{answer}</td>
            <td>
              <time dateTime={answeredAt}>
                {timeText(Date.parse(answeredAt), language, { isExact: true })}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
