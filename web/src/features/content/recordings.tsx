import { IconCircleDot, IconMovie } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { useApi } from '../../panel/context.ts';
import { ListFrame } from '../../panel/list/list-frame.tsx';
import { useList } from '../../panel/list/use-list.ts';
import { CustomPeriodFields, PeriodChoice } from '../../panel/period/period-choice.tsx';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { recordNews } from '../../panel/record-news/record-news.ts';
import type { RoomHistoryProps } from '../../panel/room-history.ts';
import { RoomFilter } from '../../panel/rooms/room-filter.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { useQuestion } from '../../ui/form/question.tsx';
import { Title } from '../../ui/layout/layout.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import css from './content.module.css';
import { LinkDialog } from './link-dialog.tsx';
import {
  filterNames,
  type RecordFilters,
  readFilters,
  toRecordQuery,
  writeFilters,
} from './model/filters.ts';
import { KeptPictures } from './model/kept-pictures.ts';
import { type ListedRecord, paceOfList, recordStates } from './model/record.ts';
import { RecordRow } from './record-row.tsx';
import { SpokenPlaces } from './spoken/spoken-search.tsx';
import { Uploads } from './uploads/uploads.tsx';
import { useRecordActions } from './use-record-actions.ts';

function useRecordings({ spaceId, room }: RoomHistoryProps, pictures: KeptPictures) {
  const api = useApi();
  return useList<ListedRecord>({
    key: ['records', spaceId, room?.id],
    more: filterNames,
    load: async ({ search, ...page }, { more }) => {
      const { roomId, ...query } = toRecordQuery(readFilters(more), new Date());
      const asked = { ...page, ...query, ...(search !== undefined && { name: search }) };
      const keep = <T extends ListedRecord>(record: T): T => pictures.keep(record, Date.now());
      if (!room) {
        const found = await api.listSpaceRecords({ spaceId, query: { ...asked, ...(roomId && { roomId }) } });
        recordNews.see(found.items);
        return { total: found.total, items: found.items.map(keep) };
      }
      const found = await api.listRecords({ spaceId, roomId: room.id, query: asked });
      recordNews.see(found.items);
      return {
        total: found.total,
        items: found.items.map((record) => keep({ ...record, roomName: room.name })),
      };
    },
    pace: ({ items }) => paceOfList(items),
  });
}

/** Fewer recordings are found at a glance. */
const fewestWithFilters = 10;

/**
 * All recordings, the newest first, including running ones. A search finds them by their names, and below them the
 * places where the words were said.
 */
export function Recordings({ spaceId, room }: RoomHistoryProps) {
  const text = useText('recordings');
  const [pictures] = useState(() => new KeptPictures());
  const list = useRecordings({ spaceId, room }, pictures);
  const filters = readFilters(list.view.more);
  const { search } = list.view;
  const isFiltered = Boolean(filters.roomId || filters.state) || filters.period.kind !== 'any';
  const most = useRef(0);
  most.current = Math.max(most.current, list.total);
  const hasFilters = most.current >= fewestWithFilters || isFiltered;
  const change = (next: Partial<RecordFilters>): void => list.narrow(writeFilters({ ...filters, ...next }));
  const { ask, asked } = useQuestion();
  const actions = useRecordActions({ ask, onRenamed: list.reload, onGone: list.reload });
  return (
    <>
      {!room && (
        <>
          <Uploads spaceId={spaceId} />
          <Title mb="md">{text.list}</Title>
        </>
      )}
      <div className={css.trouble}>
        <ProblemLine of={actions.problem} />
      </div>
      <ListFrame
        list={list}
        label={text.list}
        searchLabel={text.search}
        filters={
          hasFilters && (
            <>
              {!room && (
                <RoomFilter
                  spaceId={spaceId}
                  roomId={filters.roomId}
                  onChange={(roomId) => change({ roomId })}
                />
              )}
              <Choice
                label={text.state}
                icon={<IconCircleDot size={18} />}
                value={filters.state ?? ''}
                options={[
                  { value: '', label: text.anyState },
                  ...recordStates.map((state) => ({ value: state, label: text[state] })),
                ]}
                onChange={(wanted) => change({ state: recordStates.find((state) => state === wanted) })}
              />
              <PeriodChoice period={filters.period} onChange={(period) => change({ period })} />
            </>
          )
        }
        below={
          <div className={css.own}>
            <CustomPeriodFields period={filters.period} onChange={(period) => change({ period })} />
          </div>
        }
        empty={{ Icon: IconMovie, title: text.empty, text: text.emptyHint }}
        noneFound={search !== '' && !isFiltered && <EmptyState icon={IconMovie} title={text.noneNamed} />}
        row={(record) => (
          <RecordRow
            key={record.id}
            record={record}
            actions={actions}
            isRoomKnown={room !== undefined}
            onBrokenPicture={() => pictures.forget(record.id)}
          />
        )}
      />
      {search.trim() !== '' && (
        <SpokenPlaces spaceId={spaceId} roomId={room?.id ?? filters.roomId} words={search} />
      )}
      <LinkDialog record={actions.shared} onClose={() => actions.share(undefined)} />
      {asked}
    </>
  );
}
