import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircleCheckFilled } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { Poll } from '../../models/polls/api.ts';
import { mostAnswers } from '../../models/polls/changes.ts';
import css from './poll-result.module.css';
import { type Share, sharesOf } from './shares.ts';

type Props = { poll: Poll; isModerator: boolean };

/** The result, as bars or as answers. */
export function PollResult({ poll, isModerator }: Props) {
  const text = useText('polls');
  if (poll.status === 'new') return <Prepared poll={poll} />;
  const isHidden = poll.areResultsHidden && poll.status === 'in_progress' && !isModerator;
  // Moderators always see the right answers; others when the poll is over.
  const tellsRight = poll.withAnswer && (poll.status === 'done' || isModerator);
  return (
    <>
      {isHidden ? (
        <Hidden poll={poll} />
      ) : poll.isOpenEnded ? (
        <Answers poll={poll} />
      ) : (
        <ul className={css.bars}>
          {sharesOf(poll).map((share) => (
            <Bar key={share.option.id} share={share} tellsRight={tellsRight} />
          ))}
        </ul>
      )}
      <p className={css.count} data-votes={poll.votes}>
        {poll.isOpenEnded ? text.answered(poll.votes) : text.voted(poll.votes)}
        {poll.isVoted && poll.status === 'in_progress' && (
          <span className={css.thanks}>
            <IconCheck size={14} aria-hidden />
            {poll.isOpenEnded ? text.thanksAnswer : text.thanks}
          </span>
        )}
      </p>
    </>
  );
}

/** Before the end of a poll with hidden results: the own choice. */
function Hidden({ poll }: { poll: Poll }) {
  const text = useText('polls');
  return (
    <>
      <ul className={css.prepared}>
        {poll.options
          .filter(({ isVoted }) => isVoted)
          .map(({ id, option }) => (
            <li key={id}>
              {option}
              <span className={css.own}>
                <IconCheck size={15} aria-hidden />
                {text.yours}
              </span>
            </li>
          ))}
      </ul>
      <p className={css.none}>{text.resultsLater}</p>
    </>
  );
}

function Bar({ share, tellsRight }: { share: Share; tellsRight: boolean }) {
  const text = useText('polls');
  const { option, percent, isMost } = share;
  const isRight = tellsRight && option.valid === true;
  return (
    <li className={css.bar} data-most={isMost || undefined} data-right={isRight || undefined}>
      <VisuallyHidden>
        {[
          text.result({ option: option.option, percent, votes: text.voted(option.votesCount) }),
          option.isVoted && text.yours,
          isRight && text.right,
        ]
          .filter(Boolean)
          .join('. ')}
      </VisuallyHidden>
      <div className={css.line} aria-hidden>
        <span className={css.option}>{option.option}</span>
        <span className={css.percent}>{`${percent}%`}</span>
        <span className={css.votes}>{option.votesCount}</span>
      </div>
      <div className={css.track} aria-hidden>
        <div className={css.fill} style={{ width: `${percent}%` }} />
      </div>
      {(option.isVoted || isRight) && (
        <div className={css.marks} aria-hidden>
          {isRight && (
            <span className={css.right}>
              <IconCircleCheckFilled size={15} />
              {text.right}
            </span>
          )}
          {option.isVoted && (
            <span className={css.own}>
              <IconCheck size={15} />
              {text.yours}
            </span>
          )}
        </div>
      )}
    </li>
  );
}

/** A prepared poll; right answers are marked, because only moderators see it. */
function Prepared({ poll }: { poll: Poll }) {
  const text = useText('polls');
  return (
    <ul className={css.prepared}>
      {poll.options.map(({ id, option, valid }) => (
        <li key={id}>
          {option}
          {poll.withAnswer && valid && <IconCircleCheckFilled size={15} role="img" aria-label={text.right} />}
        </li>
      ))}
    </ul>
  );
}

function Answers({ poll }: { poll: Poll }) {
  const text = useText('polls');
  const answers = poll.answers ?? [];
  if (answers.length === 0) return <p className={css.none}>{text.noAnswers}</p>;
  return (
    <>
      {poll.votes > answers.length && answers.length >= mostAnswers && (
        <p className={css.none}>{text.newest(answers.length)}</p>
      )}
      <ul className={css.answers}>
        {answers.map(({ id, answer, user }) => (
          <li key={id} className={css.answer}>
            <span className={css.author}>{plainName(user.displayName || user.username)}</span>
            <span className={css.said}>{answer}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
