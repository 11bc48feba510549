import { SilentPartBoundary } from '../../../faults/part-boundary.tsx';
import type { CallEntry, CallRoom } from '../../../models/call/call-contract.ts';
import { useOpenedChat } from '../../../room/chat-context.ts';
import { useLetInNews, useWaitingNews } from '../people/use-waiting.ts';
import { useRecordNews } from '../record/use-record.ts';
import {
  useClosingNews,
  useHandNews,
  useMuteNews,
  usePollNews,
  useRoleNews,
  useSwitchNews,
} from './use-room-news.ts';

type Props = { entry: CallEntry; room: Pick<CallRoom, 'closesAt'>; wasLetIn: boolean };

/** Notices and sounds. Each fails on its own and silently: the part that it reports still works. */
export function News({ entry, room, wasLetIn }: Props) {
  const isChatOpen = useOpenedChat().isOpen;
  return (
    <>
      <SilentPartBoundary part="waiting">
        <LetInNews wasLetIn={wasLetIn} />
        <ClosingNews entry={entry} room={room} />
      </SilentPartBoundary>
      {isChatOpen && <RoomNews participantId={entry.participantId} />}
    </>
  );
}

/** News that depend on the chat's connection. */
function RoomNews({ participantId }: { participantId: string }) {
  return (
    <>
      <SilentPartBoundary part="waiting">
        <WaitingNews />
      </SilentPartBoundary>
      <SilentPartBoundary part="people">
        <RoleNews participantId={participantId} />
        <MuteNews participantId={participantId} />
        <SwitchNews />
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

function RoleNews({ participantId }: { participantId: string }) {
  useRoleNews(participantId);
  return null;
}

function MuteNews({ participantId }: { participantId: string }) {
  useMuteNews(participantId);
  return null;
}

function SwitchNews() {
  useSwitchNews();
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

function ClosingNews({ entry, room }: Pick<Props, 'entry' | 'room'>) {
  useClosingNews(entry, room);
  return null;
}

function RecordNews() {
  useRecordNews();
  return null;
}
