import { IconUsers } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { useCallState, useStage } from '../call-context.ts';
import { CallTime } from './call-time.tsx';
import css from './room-line.module.css';

/** Above the tiles of a narrow stage, whose bar has no space for it: the room, its time, and how many are here. */
export function RoomLine({ onShowPeople }: { onShowPeople: () => void }) {
  const text = useText('stage');
  const { room } = useStage();
  const count = useCallState((state) => state.people.length);
  return (
    <>
      {/* Screen readers have the name as the heading of the bar. */}
      <Text as="span" size="md" weight={550} truncate className={css.name} title={room.name} aria-hidden>
        {room.name}
      </Text>
      <CallTime />
      <Row
        as="button"
        type="button"
        inline
        fixed
        align="center"
        justify="center"
        gap="xs"
        size="sm"
        weight={550}
        tabular
        className={css.people}
        aria-label={text.hereCount(count)}
        onClick={onShowPeople}
      >
        <IconUsers size={16} aria-hidden />
        {count}
      </Row>
    </>
  );
}
