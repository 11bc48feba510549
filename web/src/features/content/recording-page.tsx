import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { pages, pathToRoomPart } from '../../../../contract/pages.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { isWithoutVideo } from '../../models/recording/without-video.ts';
import { useApi } from '../../panel/context.ts';
import { Failed } from '../../panel/failed.tsx';
import { RowDetail, RowDetails } from '../../panel/list/row.tsx';
import { useLoaded } from '../../panel/loading/use-loaded.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { recordNews } from '../../panel/record-news/record-news.ts';
import { leadsRoom, rightsIn } from '../../panel/rights.ts';
import { sizeText } from '../../panel/uploads/amounts.ts';
import { Link } from '../../routing/link.tsx';
import { navigate } from '../../routing/navigation.ts';
import { pathTo } from '../../routing/pattern.ts';
import { useQuestion } from '../../ui/form/question.tsx';
import { PageHead } from '../../ui/page/head.tsx';
import { PageSkeleton, StaleNote } from '../../ui/page/states.tsx';
import { CopyIcon } from '../../ui/parts/copy.tsx';
import { Name } from '../../ui/parts/name.tsx';
import { clockValue, lengthText, minuteTime } from '../../ui/times.ts';
import css from './content.module.css';
import { LinkDialog } from './link-dialog.tsx';
import { RecordLinks } from './links/record-links.tsx';
import { KeptPictures } from './model/kept-pictures.ts';
import { type ListedRecord, paceOf } from './model/record.ts';
import { RecordNotes } from './record-notes.tsx';
import { RecordStage } from './record-stage.tsx';
import { namesRoom, starterText } from './record-text.ts';
import { WatchedRecord } from './transcript/watched-record.tsx';
import { useRecordActions } from './use-record-actions.ts';
import { useRecordMenu } from './use-record-menu.tsx';
import { WatchingPart } from './watching-part.tsx';

type Place = { spaceId: string; roomId: string; recordId: string };
type Around = {
  spaceName: string;
  leads: boolean;
  mayEdit: boolean;
  room: { alias: string; isRecordWatchingAllowed: boolean } | undefined;
};

const nothingKnown: Around = { spaceName: '', leads: false, mayEdit: false, room: undefined };

/** One recording: its player, or its state while it is unfinished. */
export function RecordingPage(place: Place) {
  const { spaceId, roomId, recordId } = place;
  const api = useApi();
  const [pictures] = useState(() => new KeptPictures());
  const around = useRef<{ around: Around; roomName: string }>(undefined);
  const live = useLoaded<{ record: ListedRecord; around: Around }>({
    key: ['record', recordId],
    load: async () => {
      const [record] = await Promise.all([api.getRecord({ spaceId, roomId, recordId }), lookAround()]);
      const { roomName = '', around: found = nothingKnown } = around.current ?? {};
      recordNews.see([record]);
      return { record: pictures.keep({ ...record, roomName }, Date.now()), around: found };
    },
    pace: ({ record }) => paceOf(record),
  });

  async function lookAround(): Promise<void> {
    if (around.current) return;
    const [space, room] = await Promise.all([api.getSpace({ spaceId }), api.getRoom({ spaceId, roomId })]);
    const { leads } = rightsIn(space);
    around.current = {
      around: { spaceName: space.name, leads, mayEdit: leads || leadsRoom(room), room },
      roomName: room.name,
    };
  }

  if (!live.value) {
    return live.error === undefined ? <PageSkeleton /> : <Failed error={live.error} onAgain={live.reload} />;
  }
  return (
    <Shown
      record={live.value.record}
      around={live.value.around}
      isStale={live.error !== undefined}
      onReload={live.reload}
      onWatching={(isWatchingAllowed) =>
        live.value && live.set({ ...live.value, record: { ...live.value.record, isWatchingAllowed } })
      }
    />
  );
}

type ShownProps = {
  record: ListedRecord;
  around: Around;
  isStale: boolean;
  onReload: () => void;
  onWatching: (isWatchingAllowed: boolean) => void;
};

function Shown({ record, around, isStale, onReload, onWatching }: ShownProps) {
  const text = useText('recordings');
  const pageText = useText('recordPage');
  const { spaceId, roomId } = record;
  const roomList = pathToRoomPart({ spaceId, roomId }, 'recordings');
  const groupList = pathTo(pages.groupPart, { spaceId, part: 'content' });
  const { ask, asked } = useQuestion();
  const actions = useRecordActions({
    ask,
    onRenamed: onReload,
    onGone: () => navigate(around.leads ? groupList : roomList, { replace: true }),
  });
  const { menu, editor } = useRecordMenu({ record, actions, hasDownloadBeside: true });
  return (
    <>
      <PageHead
        title={record.name}
        editor={editor}
        crumbsLabel={pageText.where}
        crumbs={[
          { name: pageText.groups, to: pages.groups },
          { name: around.spaceName, to: pathTo(pages.group, { spaceId }) },
          around.leads
            ? { name: pageText.content, to: groupList }
            : { name: plainName(record.roomName), to: roomList },
        ]}
        about={<About record={record} roomList={around.leads ? roomList : undefined} />}
        actions={
          <>
            <CopyIcon
              kind="link"
              value={`${window.location.origin}${window.location.pathname}`}
              label={pageText.copyPage}
            />
            {record.state === 'finished' && (
              <Button
                leftSection={<IconDownload size={18} aria-hidden />}
                variant="default"
                onClick={() => void actions.download(record)}
              >
                {text.download}
              </Button>
            )}
            {menu}
          </>
        }
      />
      <div className={css.trouble}>
        <ProblemLine of={actions.problem} />
      </div>
      {isStale && <StaleNote of="page" onAgain={onReload} />}
      {record.state === 'finished' ? (
        <WatchedRecord key={record.id} record={record} mayEdit={around.mayEdit} onChanged={onReload} />
      ) : (
        <>
          <RecordStage record={record} />
          <RecordNotes record={record} />
        </>
      )}
      {around.room && !isWithoutVideo(record) && (
        <WatchingPart record={record} room={around.room} onChanged={onWatching} />
      )}
      {!isWithoutVideo(record) && <RecordLinks record={record} />}
      <LinkDialog record={actions.shared} onClose={() => actions.share(undefined)} />
      {asked}
    </>
  );
}

/** Facts about the recording. `roomList` is undefined where the path above the title has the room. */
function About({ record, roomList }: { record: ListedRecord; roomList: string | undefined }) {
  const text = useText('recordPage');
  const language = useLanguage();
  const { duration, fileSize, startedAt, createdAt } = record;
  return (
    <RowDetails>
      {roomList !== undefined && (
        <RowDetail>
          <Link to={roomList} className={css.roomLink}>
            {namesRoom(record) ? text.roomList : <Name>{record.roomName}</Name>}
          </Link>
        </RowDetail>
      )}
      <RowDetail>
        <time dateTime={startedAt ?? createdAt}>
          {minuteTime(new Date(startedAt ?? createdAt), language)}
        </time>
      </RowDetail>
      <RowDetail>
        <Name>{starterText(record, language)}</Name>
      </RowDetail>
      {duration !== null && (
        <RowDetail>
          <time dateTime={clockValue(duration)}>{lengthText(duration)}</time>
        </RowDetail>
      )}
      {fileSize !== null && sizeText(fileSize, language)}
    </RowDetails>
  );
}
