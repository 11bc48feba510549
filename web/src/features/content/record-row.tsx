import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { Row, RowDetail, RowDetails } from '../../panel/list/row.tsx';
import { sizeText } from '../../panel/uploads/amounts.ts';
import { pathTo } from '../../routing/pattern.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { Name } from '../../ui/parts/name.tsx';
import { TimeAgo } from '../../ui/parts/time-ago.tsx';
import { clockValue, lengthText } from '../../ui/times.ts';
import css from './content.module.css';
import type { ListedRecord } from './model/record.ts';
import { Poster } from './poster.tsx';
import { RecordMarks } from './record-marks.tsx';
import { RecordStatus, useFailureReason } from './record-state.tsx';
import { namesRoom, starterText } from './record-text.ts';
import { pathOf, type RecordActions } from './use-record-actions.ts';
import { useRecordMenu } from './use-record-menu.tsx';

type Props = {
  record: ListedRecord;
  actions: RecordActions;
  /** A room's own list does not repeat the room's name. */
  isRoomKnown: boolean;
  onBrokenPicture: () => void;
};

export function RecordRow({ record, actions, isRoomKnown, onBrokenPicture }: Props) {
  const text = useText('recordings');
  const language = useLanguage();
  const [isWatched, setWatched] = useState(false);
  const { menu, editor } = useRecordMenu({ record, actions });
  return (
    <Row
      lead={<Poster record={record} isWatched={isWatched} onBroken={onBrokenPicture} />}
      name={record.name}
      to={record.state === 'aborted' ? undefined : pathTo(pages.groupRecording, pathOf(record))}
      editor={editor}
      onWatch={setWatched}
      isFaded={record.state === 'aborted'}
      mark={<RecordMarks record={record} />}
      about={<About record={record} isRoomKnown={isRoomKnown} />}
      meta={
        <Stack as="span" align="end" className={css.who}>
          <Name>{starterText(record, language)}</Name>
          <TimeAgo at={record.startedAt ?? record.createdAt} />
        </Stack>
      }
      actions={
        <>
          {record.state === 'finished' ? (
            <IconButton
              icon={IconDownload}
              className={css.quick}
              aria-label={text.downloadOf(plainName(record.name))}
              title={text.download}
              onClick={() => void actions.download(record)}
            />
          ) : (
            <span className={css.noQuick} />
          )}
          {menu}
        </>
      }
    />
  );
}

/** The room, the duration and the size. */
function About({ record, isRoomKnown }: Pick<Props, 'record' | 'isRoomKnown'>) {
  const language = useLanguage();
  const reason = useFailureReason(record);
  return (
    <Stack as="span" shrink className={css.about}>
      <RowDetails>
        {!isRoomKnown && !namesRoom(record) && (
          <RowDetail>
            <Name>{record.roomName}</Name>
          </RowDetail>
        )}
        {record.state !== 'finished' && <RecordStatus record={record} />}
        {record.duration !== null && (
          <RowDetail>
            <time dateTime={clockValue(record.duration)}>{lengthText(record.duration)}</time>
          </RowDetail>
        )}
        {record.fileSize !== null && sizeText(record.fileSize, language)}
      </RowDetails>
      {reason && <span className={css.reason}>{reason}</span>}
    </Stack>
  );
}
