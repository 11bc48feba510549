import { useMediaQuery } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { useSidePanelControl } from '../../../room/side-panel-context.ts';
import { Pill, Text } from '../../../ui/layout/layout.tsx';
import { screens } from '../../../ui/theme/screens.ts';
import { useCallState, useStage } from '../call-context.ts';
import { CallTime } from './call-time.tsx';
import css from './room-line.module.css';

const atOnce = { getInitialValueInEffect: false };

/** Whether this is a phone in landscape: it has more width than height. */
export function useIsLow(): boolean {
  return useMediaQuery(screens['low-and-wide'], false, atOnce);
}

/** Whether the bar has no space for the room and its time. */
export function useIsRoomLineAbove(): boolean {
  const isNarrow = useMediaQuery(screens.narrow, false, atOnce);
  const isLow = useIsLow();
  return isNarrow && !isLow;
}

/** Above the tiles of a narrow stage: the room, its time, and how many are here. */
export function RoomLine() {
  const { room } = useStage();
  return (
    <>
      {/* Screen readers have the name as the heading of the bar. */}
      <Text
        as="span"
        size="md"
        weight={550}
        truncate
        shrink
        className={css.name}
        title={room.name}
        aria-hidden
      >
        {room.name}
      </Text>
      <CallTime />
      <PeopleCount />
    </>
  );
}

/** How many people are here; opens their list. */
export function PeopleCount() {
  const text = useText('stage');
  const panel = useSidePanelControl();
  const count = useCallState((state) => state.people.length);
  return (
    <Pill
      fixed
      gap="xs"
      weight={550}
      tabular
      p="0 sm"
      ground="stage-raised"
      hover="fill"
      className={css.people}
      aria-label={text.hereCount(count)}
      onClick={() => panel.show('people')}
    >
      <IconUsers size={16} aria-hidden />
      {count}
    </Pill>
  );
}
