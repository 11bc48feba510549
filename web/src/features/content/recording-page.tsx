import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { useApi } from '../../panel/context.ts';
import { Failed } from '../../panel/failed.tsx';
import { Fact, Facts } from '../../panel/list/row.tsx';
import { useLive } from '../../panel/live/use-live.ts';
import { rightsIn } from '../../panel/rights.ts';
import { TroubleLine } from '../../panel/trouble-line.tsx';
import { Link } from '../../routing/link.tsx';
import { pathTo } from '../../routing/pattern.ts';
import { go } from '../../routing/place.ts';
import { useQuestion } from '../../ui/form/question.tsx';
import { CopyIcon } from '../../ui/page/copy.tsx';
import { Head } from '../../ui/page/head.tsx';
import { Name } from '../../ui/page/name.tsx';
import { PageSkeleton, Stale } from '../../ui/page/states.tsx';
import { clockText, clockValue, minuteTime } from '../../ui/times.ts';
import css from './content.module.css';
import { LinkDialog } from './link-dialog.tsx';
import { contentMessages, pageMessages } from './messages.ts';
import { sizeText } from './model/amounts.ts';
import { KeptPictures } from './model/kept-pictures.ts';
import { paceOf, type Recording } from './model/record.ts';
import { Player } from './player/player.tsx';
import { RecordNotes } from './record-notes.tsx';
import { RecordStage } from './record-stage.tsx';
import { useRecordDeeds } from './use-record-deeds.ts';
import { useRecordMenu } from './use-record-menu.tsx';
import { starterText } from './words.ts';

type Place = { spaceId: string; roomId: string; recordId: string };
type Around = { spaceName: string; leads: boolean };

/** One recording: to be watched where it is finished, and what becomes of it where it is not. */
export function RecordingPage(place: Place) {
  const { spaceId, roomId, recordId } = place;
  const api = useApi();
  const [pictures] = useState(() => new KeptPictures());
  const around = useRef<{ around: Around; roomName: string }>(undefined);
  const live = useLive<{ record: Recording; around: Around }>({
    key: recordId,
    load: async () => {
      const [record] = await Promise.all([api.getRecord({ spaceId, roomId, recordId }), lookAround()]);
      const { roomName = '', around: found = { spaceName: '', leads: false } } = around.current ?? {};
      return { record: pictures.keep({ ...record, roomName }, Date.now()), around: found };
    },
    pace: ({ record }) => paceOf(record),
  });

  async function lookAround(): Promise<void> {
    if (around.current) return;
    const [space, room] = await Promise.all([api.getSpace({ spaceId }), api.getRoom({ spaceId, roomId })]);
    around.current = {
      around: { spaceName: space.name, leads: rightsIn(space).leads },
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
    />
  );
}

type ShownProps = { record: Recording; around: Around; isStale: boolean; onReload: () => void };

function Shown({ record, around, isStale, onReload }: ShownProps) {
  const text = useText(contentMessages);
  const pageText = useText(pageMessages);
  const { spaceId, roomId } = record;
  const roomList = pathTo(pages.groupRoomPart, { spaceId, roomId, part: 'recordings' });
  const groupList = pathTo(pages.groupPart, { spaceId, part: 'content' });
  const { ask, asked } = useQuestion();
  const deeds = useRecordDeeds({
    ask,
    onRenamed: onReload,
    onGone: () => go(around.leads ? groupList : roomList, { replace: true }),
  });
  const { menu, editor } = useRecordMenu({ record, deeds });
  return (
    <>
      <Head
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
        about={<About record={record} roomList={roomList} />}
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
                onClick={() => void deeds.download(record)}
              >
                {text.download}
              </Button>
            )}
            {menu}
          </>
        }
      />
      <div className={css.trouble}>
        <TroubleLine of={deeds.trouble} />
      </div>
      {isStale && <Stale of="page" onAgain={onReload} />}
      {record.state === 'finished' ? (
        <Player key={record.id} record={record} />
      ) : (
        <RecordStage record={record} />
      )}
      <RecordNotes record={record} />
      <LinkDialog record={deeds.shared} onClose={() => deeds.share(undefined)} />
      {asked}
    </>
  );
}

function About({ record, roomList }: { record: Recording; roomList: string }) {
  const language = useLanguage();
  const { duration, fileSize, startedAt, createdAt } = record;
  return (
    <Facts>
      <Fact>
        <Link to={roomList} className={css.roomLink}>
          <Name>{record.roomName}</Name>
        </Link>
      </Fact>
      <Fact>
        <time dateTime={startedAt ?? createdAt}>
          {minuteTime(new Date(startedAt ?? createdAt), language)}
        </time>
      </Fact>
      <Fact>
        <Name>{starterText(record, language)}</Name>
      </Fact>
      {duration !== null && (
        <Fact>
          <time dateTime={clockValue(duration)}>{clockText(duration)}</time>
        </Fact>
      )}
      {fileSize !== null && <Fact>{sizeText(fileSize, language)}</Fact>}
    </Facts>
  );
}
