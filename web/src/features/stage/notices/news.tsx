import { SilentPartBoundary } from '../../../faults/part-boundary.tsx';
import { useOpenedChat } from '../../../room/chat-context.ts';
import { useLetInNews, useWaitingNews } from '../people/use-waiting.ts';
import { useRecordNews } from '../record/use-record.ts';
import { useHandNews, usePollNews, useRoleNews } from './use-room-news.ts';

type Props = { participantId: string; wasLetIn: boolean };

/** Notices and sounds. Each fails on its own and silently: the part that it reports still works. */
export function News({ participantId, wasLetIn }: Props) {
  const isChatOpen = useOpenedChat().isOpen;
  return (
    <>
      <SilentPartBoundary part="waiting">
        <LetInNews wasLetIn={wasLetIn} />
      </SilentPartBoundary>
      {isChatOpen && <RoomNews participantId={participantId} />}
    </>
  );
}

/** News that depend on the chat's connection. */
function RoomNews({ participantId }: Pick<Props, 'participantId'>) {
  return (
    <>
      <SilentPartBoundary part="waiting">
        <WaitingNews />
      </SilentPartBoundary>
      <SilentPartBoundary part="people">
        <RoleNews participantId={participantId} />
      </SilentPartBoundary>
      <SilentPartBoundary part="polls">
        <PollNews />
      </SilentPartBoundary>
      <SilentPartBoundary part="gestures">
        <HandNews />
      </SilentPartBoundary>
      <SilentPartBoundary part="recording">
        <RecordNews />
      </SilentPartBoundary>
    </>
  );
}

function HandNews() {
  useHandNews();
  return null;
}

function PollNews() {
  usePollNews();
  return null;
}

function RoleNews({ participantId }: Pick<Props, 'participantId'>) {
  useRoleNews(participantId);
  return null;
}

function WaitingNews() {
  useWaitingNews();
  return null;
}

function LetInNews({ wasLetIn }: Pick<Props, 'wasLetIn'>) {
  useLetInNews(wasLetIn);
  return null;
}

function RecordNews() {
  useRecordNews();
  return null;
}
