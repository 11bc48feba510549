import { IconMessageOff } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { Lead } from '../../../panel/lead.tsx';
import { Loading } from '../../../panel/loading/loading.tsx';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Card, Stack } from '../../../ui/layout/layout.tsx';
import { EmptyState, RowsSkeleton } from '../../../ui/page/states.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import type { PlaybackPartProps } from '../page/playback-part.ts';
import { OriginalChatLines } from './original-chat-lines.tsx';
import { useOriginalChat } from './use-original-chat.ts';

/** The chat of the recorded call: what sessions show of it, and under which names. */
export function OriginalChatPart({ playback, spaceId }: PlaybackPartProps) {
  const text = useText('originalChat');
  const { id: playbackId, recordId, assetId } = playback;
  return (
    <>
      <Lead>
        {text.intro} {text.rules}
      </Lead>
      {!playback.isChatReplayed && (
        <Stack mb="lg">
          <Note tone="warning">
            {text.off}{' '}
            <Link to={pathTo(pages.groupPlayback, { spaceId, playbackId })}>{text.toSettings}</Link>
          </Note>
        </Stack>
      )}
      {recordId === null ? (
        <NoChat text={assetId === null ? text.noContent : text.uploaded} />
      ) : (
        <OfRecording key={recordId} spaceId={spaceId} playbackId={playbackId} />
      )}
    </>
  );
}

function OfRecording(place: { spaceId: string; playbackId: string }) {
  const text = useText('originalChat');
  const chat = useOriginalChat(place);
  return (
    <Loading of={chat} placeholder={<RowsSkeleton />}>
      {(lines) =>
        lines.length === 0 ? <NoChat text={text.empty} /> : <OriginalChatLines chat={chat} lines={lines} />
      }
    </Loading>
  );
}

function NoChat({ text }: { text: string }) {
  const { none } = useText('originalChat');
  return (
    <Card>
      <EmptyState icon={IconMessageOff} title={none} text={text} />
    </Card>
  );
}
