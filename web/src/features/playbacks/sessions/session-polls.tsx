import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { AnsweredPoll } from '../../../panel/polls/answered-poll.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { LoadFailed, StaleNote } from '../../../ui/page/states.tsx';
import css from './sessions.module.css';

/** In milliseconds, while answers arrive. */
const pace = 10_000;

type Props = { spaceId: string; channelId: string; isFinal: boolean };

/** The polls of the session's timeline and of its moderators, each with who answered what. */
export function SessionPolls({ spaceId, channelId, isFinal }: Props) {
  const text = useText('sessionReport');
  const api = useApi();
  const loaded = useLoaded({
    key: ['session polls', channelId],
    load: async () => (await api.listChannelPolls({ spaceId, channelId })).items,
    ...(!isFinal && { pace: () => pace }),
  });
  const { value: polls, error, reload } = loaded;
  if (error === undefined && !polls?.length) return null;
  return (
    <section aria-labelledby="session-polls">
      <h2 id="session-polls" className={css.partTitle}>
        {text.polls}
      </h2>
      {polls && error !== undefined && <StaleNote of="list" onAgain={reload} />}
      <Card>
        {polls ? (
          <ul className={css.polls} aria-labelledby="session-polls">
            {polls.map((poll) => (
              <AnsweredPoll key={poll.id} poll={poll} />
            ))}
          </ul>
        ) : (
          <LoadFailed onAgain={reload} />
        )}
      </Card>
    </section>
  );
}
