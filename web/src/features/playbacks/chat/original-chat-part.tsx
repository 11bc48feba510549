import { IconMessageOff } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { Failed } from '../../../panel/failed.tsx';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Card } from '../../../ui/layout/layout.tsx';
import { EmptyState, RowsSkeleton } from '../../../ui/page/states.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import type { Playback, PlaybackPartProps } from '../page/playback-part.ts';
import css from './original-chat.module.css';
import { OriginalChatLines } from './original-chat-lines.tsx';
import { useOriginalChat } from './use-original-chat.ts';

/** The chat of the recorded call: what sessions show of it, and under which names. */
export function OriginalChatPart({ playback, spaceId }: PlaybackPartProps) {
  const text = useText('originalChat');
  return (
    <>
      <p className={css.lead}>
        {text.intro} {text.rules}
      </p>
      {!playback.isChatReplayed && <ReplayOff playback={playback} />}
      {playback.recordId === null ? (
        <NoChat text={playback.assetId === null ? text.noContent : text.uploaded} />
      ) : (
        <OfRecording key={playback.recordId} spaceId={spaceId} playbackId={playback.id} />
      )}
    </>
  );
}

function OfRecording(place: { spaceId: string; playbackId: string }) {
  const text = useText('originalChat');
  const chat = useOriginalChat(place);
  const { lines } = chat;
  if (!lines) {
    return chat.error === undefined ? <RowsSkeleton /> : <Failed error={chat.error} onAgain={chat.reload} />;
  }
  return lines.length === 0 ? <NoChat text={text.empty} /> : <OriginalChatLines chat={chat} lines={lines} />;
}

function ReplayOff({ playback: { id: playbackId, spaceId } }: { playback: Playback }) {
  const text = useText('originalChat');
  return (
    <div className={css.note}>
      <Note tone="warning">
        {text.off} <Link to={pathTo(pages.groupPlayback, { spaceId, playbackId })}>{text.toSettings}</Link>
      </Note>
    </div>
  );
}

function NoChat({ text }: { text: string }) {
  const words = useText('originalChat');
  return (
    <Card>
      <EmptyState icon={<IconMessageOff size={24} stroke={1.5} />} title={words.none} text={text} />
    </Card>
  );
}
