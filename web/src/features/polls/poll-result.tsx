import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { Poll } from '../../models/polls/api.ts';
import { mostAnswers } from '../../models/polls/changes.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import css from './poll-result.module.css';
import { type Share, sharesOf } from './shares.ts';
import { useVotesText } from './use-votes-text.ts';

type Props = { poll: Poll; isModerator: boolean };

/** The result, as bars or as answers. */
export function PollResult({ poll, isModerator }: Props) {
  const text = useText('polls');
  const votesText = useVotesText();
  if (poll.status === 'new') return <PreparedPoll poll={poll} />;
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
        <Stack as="ul">
          {sharesOf(poll).map((share) => (
            <Bar key={share.option.id} share={share} tellsRight={tellsRight} />
          ))}
        </Stack>
      )}
      <Row as="p" gap="xs md" wrap justify="between" mt="sm" size="sm" dim data-votes={poll.votes}>
        {votesText(poll)}
        {poll.isVoted && poll.status === 'in_progress' && (
          <Mark weight={550} className={css.right}>
            <IconCheck size={14} aria-hidden />
            {poll.isOpenEnded ? text.thanksAnswer : text.thanks}
          </Mark>
        )}
      </Row>
    </>
  );
}

/** A few words behind an icon. */
type MarkProps = ComponentProps<'span'> & { weight?: 550; tone?: 'accent'; size?: 'sm'; fixed?: boolean };

const Mark = (props: MarkProps) => <Row as="span" inline align="center" gap="xs" {...props} />;

const Note = ({ children }: { children: string }) => (
  <Text size="md" dim mt="xs" mb="xs">
    {children}
  </Text>
);

/** One of the answers without a bar. */
const Prepared = ({ children }: { children: ReactNode }) => (
  <Row as="li" align="center" gap="sm" size="lg" breaks p="sm 0" rule="top" className={css.prepared}>
    {children}
  </Row>
);

/** Before the end of a poll with hidden results: the own choice. */
function Hidden({ poll }: { poll: Poll }) {
  const text = useText('polls');
  return (
    <>
      <Stack as="ul">
        {poll.options
          .filter(({ isVoted }) => isVoted)
          .map(({ id, option }) => (
            <Prepared key={id}>
              {option}
              <Mark fixed size="sm" weight={550} tone="accent" className={css.chosen}>
                <IconCheck size={15} aria-hidden />
                {text.yours}
              </Mark>
            </Prepared>
          ))}
      </Stack>
      <Note>{text.resultsLater}</Note>
    </>
  );
}

function Bar({ share, tellsRight }: { share: Share; tellsRight: boolean }) {
  const text = useText('polls');
  const { option, percent, isMost } = share;
  const isRight = tellsRight && option.valid === true;
  const weight = isMost ? 650 : undefined;
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
      <Row align="baseline" gap="sm" size="lg" aria-hidden>
        <Text as="span" grow breaks weight={weight}>
          {option.option}
        </Text>
        <Text as="span" tabular weight={weight}>{`${percent}%`}</Text>
        <Text as="span" size="sm" dim tabular className={css.votes}>
          {option.votesCount}
        </Text>
      </Row>
      <div className={css.track} aria-hidden>
        <div className={css.fill} style={{ width: `${percent}%` }} />
      </div>
      {(option.isVoted || isRight) && (
        <Row gap="xs md" wrap mt="xs" size="sm" weight={550} aria-hidden>
          {isRight && (
            <Mark className={css.right}>
              <IconCircleCheckFilled size={15} />
              {text.right}
            </Mark>
          )}
          {option.isVoted && (
            <Mark tone="accent">
              <IconCheck size={15} />
              {text.yours}
            </Mark>
          )}
        </Row>
      )}
    </li>
  );
}

/** A prepared poll; right answers are marked, because only moderators see it. */
function PreparedPoll({ poll }: { poll: Poll }) {
  const text = useText('polls');
  return (
    <Stack as="ul">
      {poll.options.map(({ id, option, valid }) => (
        <Prepared key={id}>
          {option}
          {poll.withAnswer && valid && <IconCircleCheckFilled size={15} role="img" aria-label={text.right} />}
        </Prepared>
      ))}
    </Stack>
  );
}

function Answers({ poll }: { poll: Poll }) {
  const text = useText('polls');
  const answers = poll.answers ?? [];
  if (answers.length === 0) return <Note>{text.noAnswers}</Note>;
  return (
    <>
      {poll.votes > answers.length && answers.length >= mostAnswers && (
        <Note>{text.newest(answers.length)}</Note>
      )}
      <Stack as="ul" gap="sm" className={css.answers}>
        {answers.map(({ id, answer, user }) => (
          <Stack as="li" key={id} p="sm md" radius="md" ground="fill">
            <Text as="span" size="sm" dim>
              {plainName(user.displayName || user.username)}
            </Text>
            <Text as="span" size="lg" breaks lines>
              {answer}
            </Text>
          </Stack>
        ))}
      </Stack>
    </>
  );
}
