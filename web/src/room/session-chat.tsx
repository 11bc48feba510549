import { useEffect, useMemo, useState } from 'react';
import { PartBoundary } from '../faults/part-boundary.tsx';
import { ChatNews } from '../features/chat/chat-news.tsx';
import { useChatSide } from '../features/chat/chat-side.tsx';
import { usePollsSide } from '../features/polls/polls-side.tsx';
import { RunningPoll } from '../features/polls/running-poll.tsx';
import { SidePanel } from '../features/stage/side-panel.tsx';
import type { CallEntry } from '../models/call/call-contract.ts';
import { usePartOf } from '../ui/use-store.ts';
import { useChat } from './chat-context.ts';
import { SessionExtras } from './extras-context.tsx';
import { SidePanelContext } from './side-panel-context.ts';

type Props = { entry: CallEntry; channelId: string; onClose: () => void };

/** The chat and the polls of a session, beside the video. */
export function SessionChat({ entry, channelId, onClose }: Props) {
  return (
    <SessionExtras entry={entry} channelId={channelId}>
      <Sides onClose={onClose} />
    </SessionExtras>
  );
}

const runningPoll = (
  <PartBoundary part="polls" look="line">
    <RunningPoll />
  </PartBoundary>
);

function Sides({ onClose }: Pick<Props, 'onClose'>) {
  const isMissing = usePartOf(
    useChat().room.state,
    ({ phase, reason }) => phase === 'failed' && reason === 'not_found',
  );
  useEffect(() => {
    // A session without a chat leaves its space to the video.
    if (isMissing) onClose();
  }, [isMissing, onClose]);
  const chatSide = useChatSide(runningPoll);
  const pollsSide = usePollsSide();
  const sides = useMemo(() => [chatSide, pollsSide], [chatSide, pollsSide]);
  const [openId, setOpenId] = useState('chat');
  const control = useMemo(() => ({ show: setOpenId }), []);
  const open = sides.find(({ id }) => id === openId) ?? chatSide;
  return (
    <SidePanelContext value={control}>
      <SidePanel sides={sides} open={open} isDocked onShow={setOpenId} onClose={onClose} />
      <ChatNews />
    </SidePanelContext>
  );
}
