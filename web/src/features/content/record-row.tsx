import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { Fact, Facts, Row } from '../../panel/list/row.tsx';
import { pathTo } from '../../routing/pattern.ts';
import { IconButton } from '../../ui/page/icon-button.tsx';
import { Name } from '../../ui/page/name.tsx';
import { When } from '../../ui/page/when.tsx';
import { clockText, clockValue } from '../../ui/times.ts';
import css from './content.module.css';
import { contentMessages } from './messages.ts';
import { sizeText } from './model/amounts.ts';
import type { Recording } from './model/record.ts';
import { Poster } from './poster.tsx';
import { RecordMarks } from './record-marks.tsx';
import { RecordStatus, useReason } from './record-state.tsx';
import { pathOf, type RecordDeeds } from './use-record-deeds.ts';
import { useRecordMenu } from './use-record-menu.tsx';
import { starterText } from './words.ts';

type Props = {
  record: Recording;
  deeds: RecordDeeds;
  /** In the list of one room its name says nothing. */
  isRoomKnown: boolean;
  onBrokenPicture: () => void;
};

export function RecordRow({ record, deeds, isRoomKnown, onBrokenPicture }: Props) {
  const text = useText(contentMessages);
  const language = useLanguage();
  const [isWatched, setWatched] = useState(false);
  const { menu, editor } = useRecordMenu({ record, deeds });
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
        <span className={css.who}>
          <Name>{starterText(record, language)}</Name>
          <When at={record.startedAt ?? record.createdAt} />
        </span>
      }
      actions={
        <>
          {record.state === 'finished' ? (
            <IconButton
              className={css.quick}
              aria-label={text.downloadOf(plainName(record.name))}
              title={text.download}
              onClick={() => void deeds.download(record)}
            >
              <IconDownload size={20} aria-hidden />
            </IconButton>
          ) : (
            <span className={css.noQuick} />
          )}
          {menu}
        </>
      }
    />
  );
}

/** Where it was, and what there is of it. */
function About({ record, isRoomKnown }: Pick<Props, 'record' | 'isRoomKnown'>) {
  const language = useLanguage();
  const reason = useReason(record);
  return (
    <span className={css.about}>
      <Facts>
        {!isRoomKnown && (
          <Fact>
            <Name>{record.roomName}</Name>
          </Fact>
        )}
        {record.state !== 'finished' && <RecordStatus record={record} />}
        {record.duration !== null && (
          <Fact>
            <time dateTime={clockValue(record.duration)}>{clockText(record.duration)}</time>
          </Fact>
        )}
        {record.fileSize !== null && <Fact>{sizeText(record.fileSize, language)}</Fact>}
      </Facts>
      {reason && <span className={css.reason}>{reason}</span>}
    </span>
  );
}
