import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { clockText, clockValue } from '../../../ui/times.ts';
import type { SessionViewer } from './model/session-view.ts';
import css from './sessions.module.css';

type Props = { viewer: SessionViewer; seconds: number };

export function ViewerRow({ viewer, seconds }: Props) {
  const text = useText('sessionReport');
  const language = useLanguage();
  const percent = (share: number): string =>
    numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
  const { name, externalUserId, watchedDuration, watchedShare, replay, offers, polls } = viewer;
  const clicked = offers.filter(({ clicks }) => clicks > 0);
  return (
    <tr>
      <th scope="row">
        <bdi>{name === null ? text.erased : plainName(name)}</bdi>
        {externalUserId && <span className={css.id}>{externalUserId}</span>}
      </th>
      <td>
        <time dateTime={clockValue(watchedDuration)}>{clockText(watchedDuration)}</time>
      </td>
      <td>{percent(watchedShare)}</td>
      <td className={css.parts}>
        <WatchedBar viewer={viewer} seconds={seconds} />
      </td>
      <td>{replay ? percent(replay.watchedShare) : '–'}</td>
      <td>{clicked.length > 0 ? clicked.map(({ title }) => title).join(', ') : '–'}</td>
      <td>
        {polls.length === 0
          ? '–'
          : polls.map(({ question, answer }) => (
              <span key={question} className={css.answer}>
                {question} – {answer}
              </span>
            ))}
      </td>
      <td>{numberFormat(language).format(viewer.chatMessagesCount)}</td>
    </tr>
  );
}

type Watched = SessionViewer['watched'];

/** The parts of the video that the person saw: above in the session, below in the replay. */
function WatchedBar({ viewer: { watched, replay }, seconds }: Props) {
  const text = useText('sessionReport');
  const inWords = (parts: Watched): string =>
    parts.map(({ from, to }) => `${clockText(from)}–${clockText(to)}`).join(', ') || text.noParts;
  const described = `${text.session}: ${inWords(watched)}${replay ? `. ${text.replay}: ${inWords(replay.watched)}` : ''}`;
  const bars = (parts: Watched, isReplay: boolean) =>
    parts.map(({ from, to }) => (
      <rect
        key={`${from} ${isReplay}`}
        data-replay={isReplay || undefined}
        x={(from / seconds) * 100}
        width={((to - from) / seconds) * 100}
        y={isReplay ? 9 : 0}
        height={isReplay ? 5 : 8}
      />
    ));
  return (
    <svg
      className={css.bar}
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      role="img"
      aria-label={described}
    >
      <title>{described}</title>
      {bars(watched, false)}
      {bars(replay?.watched ?? [], true)}
    </svg>
  );
}
