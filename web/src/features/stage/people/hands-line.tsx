import { IconHandOff, IconHandStop } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useGestures } from '../../../room/room-parts.tsx';
import { useCallState, useOwnPerson } from '../call-context.ts';
import css from './hands-line.module.css';
import { useHandPositions } from './use-hands.ts';

/** Above the stage, for everybody: whose hand is first and how many follow. It covers no tile. */
export function HandsLine({ onShowPeople }: { onShowPeople: () => void }) {
  const text = useText('gestures');
  const stage = useText('stage');
  const { hands } = useGestures();
  const places = useHandPositions();
  const people = useCallState((state) => state.people);
  const me = useOwnPerson();
  const first = people.find(({ id }) => places.get(id) === 1);
  if (!first) return null;
  const name = first.isMe ? stage.you : plainName(first.name);
  const more = places.size - 1;
  const lowerLabel = text.lowerFirst(name);
  return (
    <div className={css.line}>
      <button
        type="button"
        className={css.first}
        aria-label={text.firstHand({ name, count: places.size })}
        onClick={onShowPeople}
      >
        <IconHandStop size={16} className={css.icon} aria-hidden />
        <bdi className={css.name}>{name}</bdi>
        {more > 0 && <span className={css.more}>{`+${more}`}</span>}
      </button>
      {me.role === 'moderator' && !first.isMe && (
        <button
          type="button"
          className={css.lower}
          aria-label={lowerLabel}
          title={lowerLabel}
          onClick={() => void hands.lower(first.id)}
        >
          <IconHandOff size={18} aria-hidden />
        </button>
      )}
    </div>
  );
}
