import { Button } from '@mantine/core';
import { IconCalendarOff, IconDownload, IconUserOff } from '@tabler/icons-react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { ListTools } from '../../../panel/list/list-tools.tsx';
import { NothingFound } from '../../../panel/list/nothing-found.tsx';
import { PageTurn } from '../../../panel/list/page-turn.tsx';
import { SearchField } from '../../../panel/list/search-field.tsx';
import { CustomPeriodFields, PeriodChoice } from '../../../panel/period/period-choice.tsx';
import { csvSeparatorFor } from '../../../panel/report/file-query.ts';
import type { RoomHistoryProps } from '../../../panel/room-history.ts';
import { RoomFilter } from '../../../panel/rooms/room-filter.tsx';
import { Card, Row } from '../../../ui/layout/layout.tsx';
import { EmptyState, LoadFailed, RowsSkeleton, StaleNote } from '../../../ui/page/states.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { usePrinting } from '../../../ui/use-printing.ts';
import { callTimeText } from '../model/call-time.ts';
import { gridCsv } from '../model/grid-csv.ts';
import { ZoneNote } from '../zone-note.tsx';
import { Legend } from './cell.tsx';
import css from './grid.module.css';
import { GridTable } from './grid-table.tsx';
import { PrintedGrid } from './printed-grid.tsx';
import { useGrid } from './use-grid.ts';

type GridState = ReturnType<typeof useGrid>;

/** The attendance of a room or a group: a row for each person, a column for each call. */
export function AttendanceGrid({ spaceId, room }: RoomHistoryProps) {
  const text = useText('attendance');
  const state = useGrid({ spaceId, roomId: room?.id });
  const { view, grid, change } = state;
  const hasPeople = grid !== undefined && grid.rows.length > 0;
  return (
    <>
      <ListTools hasSearch>
        <SearchField label={text.search} value={view.search} onChange={(search) => change({ search })} />
        {!room && (
          <RoomFilter spaceId={spaceId} roomId={view.roomId} onChange={(roomId) => change({ roomId })} />
        )}
        <PeriodChoice period={view.period} onChange={(period) => change({ period })} />
        {hasPeople && <Download state={state} />}
      </ListTools>
      <CustomPeriodFields period={view.period} onChange={(period) => change({ period })} />
      {state.isStale && <StaleNote of="page" onAgain={state.reload} />}
      {hasPeople && <Legend hasUnknown={grid.knownCalls < grid.calls.length} />}
      <Card>
        <Content state={state} spaceId={spaceId} isRoomKnown={(room?.id ?? view.roomId) !== undefined} />
      </Card>
      {state.total > 0 && (
        <Row
          gap="sm lg"
          wrap
          align="center"
          justify="end"
          mt="md"
          size="md"
          dim
          tabular
          className={css.below}
        >
          <ZoneNote />
          {(state.range.hasPrevious || state.range.hasNext) && (
            <>
              <span role="status">
                {text.range({ first: state.range.first, last: state.range.last, total: state.total })}
              </span>
              <PageTurn {...state.range} onTurn={(step) => change({ page: view.page + step })} />
            </>
          )}
        </Row>
      )}
    </>
  );
}

type ContentProps = { state: GridState; spaceId: string; isRoomKnown: boolean };

function Content({ state, spaceId, isRoomKnown }: ContentProps) {
  const text = useText('attendance');
  const isPrinting = usePrinting();
  const { grid, rows, view, change } = state;
  if (state.error !== undefined) return <LoadFailed onAgain={state.reload} />;
  if (!grid) return <RowsSkeleton />;
  if (grid.calls.length === 0) {
    return (
      <EmptyState
        icon={IconCalendarOff}
        title={view.period.kind === 'any' ? text.empty : text.emptyPeriod}
        text={text.emptyHint}
      >
        {view.period.kind !== 'any' && (
          <Button variant="default" onClick={() => change({ period: { kind: 'any', from: '', to: '' } })}>
            {text.anyTime}
          </Button>
        )}
      </EmptyState>
    );
  }
  if (grid.rows.length === 0) {
    return (
      <EmptyState
        icon={IconUserOff}
        title={text.nobody}
        text={grid.knownCalls === 0 ? text.nobodyKnown : text.nobodyHint}
      />
    );
  }
  if (rows.length === 0) return <NothingFound onShowAll={() => change({ search: '' })} />;
  if (isPrinting) return <PrintedGrid grid={grid} rows={rows} />;
  return (
    <GridTable
      grid={grid}
      rows={rows}
      spaceId={spaceId}
      isRoomKnown={isRoomKnown}
      isBehind={state.isLoading}
      sort={view.sort}
      onSort={(sort) => change({ sort })}
    />
  );
}

/** Saves the shown rows as a table for spreadsheets. */
function Download({ state: { grid, rows } }: { state: GridState }) {
  const text = useText('attendance');
  const language = useLanguage();

  function save(): void {
    if (!grid) return;
    const file = gridCsv(grid, rows, {
      text: {
        ...{ name: text.name, externalUserId: text.externalUserId },
        ...{ present: text.attended, average: text.average },
        call: (index) => {
          const call = grid.calls[index];
          return call ? `${call.roomName}, ${callTimeText(call, language)}` : '';
        },
      },
      separator: csvSeparatorFor(language),
    });
    saveFile(new Blob([file], { type: 'text/csv' }), `${text.file}.csv`);
  }

  return (
    <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={save}>
      {text.download}
    </Button>
  );
}
