import { IconHandOff, IconHandStop } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { isOnStage } from '../../../models/call/layout/tiles.ts';
import { useGestures } from '../../../room/room-parts.tsx';
import { useSidePanelControl } from '../../../room/side-panel-context.ts';
import { Pill, Row, Text } from '../../../ui/layout/layout.tsx';
import { useCallState, useOwnPerson } from '../call-context.ts';
import css from './hands-line.module.css';
import { useHandPositions } from './use-hands.ts';

/** For everybody: whose hand is first and how many follow. It covers no tile. */
export function HandsLine() {
  const text = useText('gestures');
  const stage = useText('stage');
  const { hands } = useGestures();
  const places = useHandPositions();
  const people = useCallState((state) => state.people);
  const me = useOwnPerson();
  const panel = useSidePanelControl();
  // A banner shows the own hand to people without a tile, so this line leaves it out.
  const ownPlace = isOnStage(me) ? undefined : places.get(me.id);
  const count = places.size - (ownPlace === undefined ? 0 : 1);
  const first = people.find(({ id }) => places.get(id) === (ownPlace === 1 ? 2 : 1));
  if (!first) return null;
  const name = first.isMe ? stage.you : plainName(first.name);
  const more = count - 1;
  const lowerLabel = text.lowerFirst(name);
  return (
    <Row inline align="center" gap="xs" shrink className={css.line}>
      <Pill
        shrink
        size="md"
        weight={550}
        ground="stage-raised"
        hover="fill"
        className={css.first}
        aria-label={text.firstHand({ name, count })}
        onClick={() => panel.show('people')}
      >
        <IconHandStop size={16} className={css.icon} aria-hidden />
        <Text as="bdi" truncate className={css.name}>
          {name}
        </Text>
        {more > 0 && (
          <>
            <Text as="span" fixed tabular tone="stage-dim" className={css.more}>
              {`+${more}`}
            </Text>
            <Text as="span" fixed tabular className={css.count}>
              {count}
            </Text>
          </>
        )}
      </Pill>
      {me.role === 'moderator' && !first.isMe && (
        <Pill
          fixed
          p="0 sm"
          ground="stage-raised"
          hover="fill"
          className={css.lower}
          aria-label={lowerLabel}
          title={lowerLabel}
          onClick={() => void hands.lower(first.id)}
        >
          <IconHandOff size={18} aria-hidden />
        </Pill>
      )}
    </Row>
  );
}
