import { SilentPart } from '../../../faults/part.tsx';
import { useOpenedChat } from '../../../room/chat-context.ts';
import { useLetInNews, useWaitingNews } from '../people/use-waiting.ts';
import { useRecordNews } from '../record/use-record.ts';
import { useHandNews, usePollNews, useRoleNews } from './use-room-news.ts';

type Props = { participantId: string; wasLetIn: boolean };

/** What is told in notices and by sounds. Each breaks by itself, in silence: the part that it belongs to still works. */
export function News({ participantId, wasLetIn }: Props) {
  const isChatOpen = useOpenedChat().isOpen;
  return (
    <>
      <SilentPart part="waiting">
        <LetInNews wasLetIn={wasLetIn} />
      </SilentPart>
      {isChatOpen && <RoomNews participantId={participantId} />}
    </>
  );
}

/** News that come over the connection of the chat. */
function RoomNews({ participantId }: Pick<Props, 'participantId'>) {
  return (
    <>
      <SilentPart part="waiting">
        <WaitingNews />
      </SilentPart>
      <SilentPart part="people">
        <RoleNews participantId={participantId} />
      </SilentPart>
      <SilentPart part="polls">
        <PollNews />
      </SilentPart>
      <SilentPart part="gestures">
        <HandNews />
      </SilentPart>
      <SilentPart part="recording">
        <RecordNews />
      </SilentPart>
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
