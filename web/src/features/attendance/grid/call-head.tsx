import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { callTimeText, shortTimeText } from '../model/call-time.ts';
import type { GridCall } from '../model/grid.ts';
import css from './grid.module.css';

type Props = { call: GridCall; spaceId: string; present: number; isRoomKnown: boolean };

/** The head of a column: when the call was, how many people were present, and a link to its page. */
export const GridCallHead = memo(function GridCallHead(props: Props) {
  const { call, spaceId, present, isRoomKnown } = props;
  const text = useText('attendance');
  const language = useLanguage();
  const { id: callId, roomId, roomName } = call;
  const { day, time } = shortTimeText(call.startedAt, language, new Date());
  return (
    <Stack
      as={Link}
      align="center"
      dim
      p="sm xs"
      tall={44}
      radius="sm"
      hover="text"
      inset
      className={css.call}
      to={pathTo(pages.groupRoomCall, { spaceId, roomId, callId })}
      title={isRoomKnown ? callTimeText(call, language) : `${roomName}, ${callTimeText(call, language)}`}
    >
      <Text as="span" weight={550} tone="text" nowrap className={css.day}>
        {day}
      </Text>{' '}
      <span>{time}</span>
      {!isRoomKnown && (
        <span className={css.room}>
          <Name>{roomName}</Name>
        </span>
      )}
      {!call.isReportExpired && (
        <Text as="span" size="xs">
          <span aria-hidden>{text.presentShort(present)}</span>
          <VisuallyHidden>{text.presentIn(present)}</VisuallyHidden>
        </Text>
      )}
    </Stack>
  );
});
