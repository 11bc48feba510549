import { Button } from '@mantine/core';
import { IconPhoneCall, IconUsers } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { ListFrame } from '../../../panel/list/list-frame.tsx';
import { CustomPeriodFields, PeriodChoice } from '../../../panel/period/period-choice.tsx';
import type { HistoryOfRoomProps } from '../../../panel/room-history.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { Choice } from '../../../ui/form/choice.tsx';
import { type CallFilters, leastPeople, readCallFilters, writeCallFilters } from '../model/call-filters.ts';
import { ZoneNote } from '../zone-note.tsx';
import { CallRow } from './call-row.tsx';
import { RunningCall } from './running-call.tsx';
import { useCalls, useRunningCall } from './use-calls.ts';

/** The calls of a room: the running one, then the finished ones, the newest first. */
export function Calls({ spaceId, room }: HistoryOfRoomProps) {
  const text = useText('calls');
  const place = { spaceId, roomId: room.id };
  const list = useCalls(place);
  const running = useRunningCall(place, list.reload);
  const filters = readCallFilters(list.view.more);
  const change = (next: Partial<CallFilters>): void => list.narrow(writeCallFilters({ ...filters, ...next }));
  const roomAddress = pathTo(pages.room, { alias: room.alias });
  return (
    <>
      {running.value && (
        <RunningCall
          call={running.value}
          spaceId={spaceId}
          roomAddress={roomAddress}
          isStale={running.error !== undefined}
        />
      )}
      <ListFrame
        list={list}
        label={text.list}
        filters={
          <>
            <PeriodChoice period={filters.period} onChange={(period) => change({ period })} />
            <Choice
              label={text.people}
              icon={<IconUsers size={18} />}
              value={String(filters.minPeople ?? '')}
              options={[
                { value: '', label: text.anyPeople },
                ...leastPeople.map((least) => ({ value: String(least), label: text.atLeast(least) })),
              ]}
              onChange={(value) =>
                change({ minPeople: leastPeople.find((least) => String(least) === value) })
              }
            />
          </>
        }
        below={<CustomPeriodFields period={filters.period} onChange={(period) => change({ period })} />}
        empty={
          running.value
            ? { Icon: IconPhoneCall, title: text.firstRuns, text: text.firstRunsHint }
            : {
                Icon: IconPhoneCall,
                title: text.empty,
                text: text.emptyHint,
                action: (
                  <Button component="a" href={roomAddress}>
                    {text.enterRoom}
                  </Button>
                ),
              }
        }
        row={(call) => <CallRow key={call.id} call={call} spaceId={spaceId} />}
      />
      {list.total > 0 && <ZoneNote />}
    </>
  );
}
