import { useEffect, useMemo, useState } from 'react';
import { PartBoundary } from '../faults/part-boundary.tsx';
import { ChatNews } from '../features/chat/chat-news.tsx';
import { useChatSide } from '../features/chat/chat-side.tsx';
import { usePollsSide } from '../features/polls/polls-side.tsx';
import { RunningPoll } from '../features/polls/running-poll.tsx';
import { SidePanel } from '../features/stage/side-panel.tsx';
import { useQuestionsSide } from '../features/webinar/questions/questions-side.tsx';
import { useViewersSide } from '../features/webinar/viewers/viewers-side.tsx';
import type { ChatHandlers } from '../features/webinar/watch/watch-page.tsx';
import { browserClock } from '../kit/clock.ts';
import type { Store } from '../kit/store.ts';
import type { CallEntry } from '../models/call/call-contract.ts';
import { reasonNotToWrite } from '../models/chat/conversation-state.ts';
import { Reactions } from '../models/gestures/reactions.ts';
import type { WebinarPlayer } from '../models/webinar/player.ts';
import { webinarApi } from '../models/webinar/server-api.ts';
import type { Viewing } from '../models/webinar/types.ts';
import type { OwnProgram } from '../models/webinar/watching.ts';
import { usePartOf } from '../ui/use-store.ts';
import { useChat } from './chat-context.ts';
import { ConnectionNoteContext } from './connection-note-context.ts';
import { SessionPartsProvider, useEntry, usePolls } from './room-parts.tsx';
import { SidePanelContext } from './side-panel-context.ts';
import { useResource } from './use-resource.ts';

type Props = ChatHandlers & { entry: CallEntry; viewing: Viewing };

/** The chat, the questions and the polls of a session, and for moderators its viewers, beside the video. */
export function SessionChat({ entry, viewing, ...handlers }: Props) {
  const { vote } = useMemo(() => webinarApi(entry), [entry]);
  return (
    <SessionPartsProvider
      entry={entry}
      channelId={viewing.chatChannelId}
      votePersonally={(pollId, given) => vote(viewing.viewingId, pollId, given)}
    >
      <Sides viewing={viewing} isModerator={entry.role === 'moderator'} {...handlers} />
    </SessionPartsProvider>
  );
}

const runningPoll = (
  <PartBoundary part="polls" look="line">
    <RunningPoll />
  </PartBoundary>
);

/** Passes on the value now and after each change. @returns the function that stops it */
function follow<T>(store: Store<T>, show: (value: T) => void): () => void {
  show(store.get());
  return store.subscribe(() => show(store.get()));
}

/** Shows what the viewer of a permanent session gets at the seconds of their own viewing. */
function useOwnProgram(own: OwnProgram | undefined): void {
  const { room } = useChat();
  const polls = usePolls();
  useEffect(() => own && follow(own.messages.reached, (messages) => room.setPersonal(messages)), [own, room]);
  useEffect(() => own && follow(own.polls.list, (list) => polls.setPersonal(list)), [own, polls]);
}

/** In a replay the chat shows what had been written by the second of the video. */
function useReplay({ kind, session }: Viewing, player: WebinarPlayer | undefined): void {
  const { room } = useChat();
  const startsAt = Date.parse(session.startDate);
  useEffect(() => {
    if (kind !== 'replay') return;
    const show = (second: number): void => room.replayUntil(startsAt + Math.floor(second) * 1_000);
    // The player has no position yet.
    show(0);
    return player && follow(player.state, ({ position }) => show(position));
  }, [kind, startsAt, player, room]);
}

/** Passes the reactions of a live session to the video, while this person may write in its chat. */
function useReactions({ kind, viewingId, chatChannelId }: Viewing, { onReactions }: ChatHandlers): void {
  const chat = useChat();
  const entry = useEntry();
  const [reactions] = useResource(
    () =>
      new Reactions({
        api: { react: (emoji) => webinarApi(entry).react(viewingId, emoji) },
        live: chat.live,
        channelId: chatChannelId,
        participantId: entry.participantId,
        clock: browserClock,
      }),
  );
  const mayWrite = usePartOf(
    chat.room.state,
    (state) => state.phase === 'ready' && reasonNotToWrite(state, browserClock.now()) === undefined,
  );
  const shown = kind === 'live' && mayWrite ? reactions : undefined;
  useEffect(() => {
    onReactions(shown);
    return () => onReactions(undefined);
  }, [shown, onReactions]);
}

type SidesProps = ChatHandlers & { viewing: Viewing; isModerator: boolean };

function Sides({ viewing, isModerator, ...handlers }: SidesProps) {
  const { isOpen, onClose, onRefused, own, questions, player, isOffline, onViewers } = handlers;
  const chat = useChat();
  useOwnProgram(own);
  useReplay(viewing, player);
  useReactions(viewing, handlers);
  const isMissing = usePartOf(
    chat.room.state,
    ({ phase, reason }) => phase === 'failed' && reason === 'not_found',
  );
  useEffect(() => {
    // A session without a chat leaves its space to the video.
    if (isMissing && isOpen) onClose();
  }, [isMissing, isOpen, onClose]);
  const isRefused = usePartOf(chat.live.state, (state) => state === 'refused');
  useEffect(() => {
    if (isRefused) onRefused();
  }, [isRefused, onRefused]);
  const chatSide = useChatSide(runningPoll);
  const pollsSide = usePollsSide();
  const questionsSide = useQuestionsSide({ questions, viewing, isModerator });
  const viewersSide = useViewersSide(viewing.session.id, onViewers);
  const hasViewers = isModerator && viewing.kind !== 'replay';
  const sides = useMemo(
    () => [
      chatSide,
      ...(questionsSide ? [questionsSide] : []),
      pollsSide,
      ...(hasViewers ? [viewersSide] : []),
    ],
    [chatSide, questionsSide, pollsSide, viewersSide, hasViewers],
  );
  const [openId, setOpenId] = useState('chat');
  const control = useMemo(() => ({ show: setOpenId }), []);
  const open = sides.find(({ id }) => id === openId) ?? chatSide;
  if (!isOpen) return null;
  return (
    <SidePanelContext value={control}>
      <ConnectionNoteContext value={isOffline}>
        <SidePanel sides={sides} open={open} isDocked onShow={setOpenId} onClose={onClose} />
      </ConnectionNoteContext>
      <ChatNews />
    </SidePanelContext>
  );
}
