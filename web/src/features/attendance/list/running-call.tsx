import { Button } from '@mantine/core';
import { IconBroadcast, IconUsers } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { Row, RowDetail, RowDetails, RowIcon, Rows } from '../../../panel/list/row.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Card, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { clockText, clockValue } from '../../../ui/times.ts';
import { useNow } from '../../../ui/use-now.ts';
import { callTimeText } from '../model/call-time.ts';
import { secondsBetween } from '../model/durations.ts';
import type { RunningCallOfRoom } from './use-calls.ts';

type Props = {
  call: RunningCallOfRoom;
  spaceId: string;
  roomAddress: string;
  /** True if the last refresh failed, so the number of people may be outdated. */
  isStale: boolean;
};

/** The running call of the room, above the finished ones. */
export function RunningCall({ call, spaceId, roomAddress, isStale }: Props) {
  const text = useText('calls');
  const language = useLanguage();
  const { id: callId, roomId, startedAt } = call;
  const seconds = secondsBetween(startedAt, useNow(1_000));
  return (
    <Stack mb="lg">
      <Card>
        <Rows label={text.runningList} isBehind={isStale}>
          <Row
            lead={<RowIcon icon={IconBroadcast} />}
            name={callTimeText(call, language)}
            to={pathTo(pages.groupRoomCall, { spaceId, roomId, callId })}
            about={
              <RowDetails>
                <RowDetail>
                  <Status tone="good">{text.running}</Status>
                </RowDetail>
                <RowDetail>
                  <Text as="time" tabular dateTime={clockValue(seconds)}>
                    {clockText(seconds)}
                  </Text>
                </RowDetail>
                <RowDetail icon={<IconUsers aria-hidden />}>
                  {text.peopleNow(call.participantsCount)}
                </RowDetail>
                {text.peopleSoFar(call.uniqueParticipantsCount)}
              </RowDetails>
            }
            hasWideActions
            actions={
              <Button component="a" href={roomAddress} size="sm" radius="md">
                {text.enter}
              </Button>
            }
          />
        </Rows>
      </Card>
    </Stack>
  );
}
