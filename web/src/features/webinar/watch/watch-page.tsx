import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconEye, IconMessageCircle } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Reactions } from '../../../models/gestures/reactions.ts';
import type { WebinarApi } from '../../../models/webinar/api.ts';
import { idsOpenAt, offersIn } from '../../../models/webinar/offers.ts';
import type { WebinarPlayer } from '../../../models/webinar/player.ts';
import type { Viewing } from '../../../models/webinar/types.ts';
import type { ViewerQuestions } from '../../../models/webinar/viewer-questions.ts';
import type { OwnProgram, Watching } from '../../../models/webinar/watching.ts';
import type { Webinar } from '../../../models/webinar/webinar.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { screens } from '../../../ui/theme/screens.ts';
import { useLasting } from '../../../ui/use-lasting.ts';
import { usePartOf } from '../../../ui/use-store.ts';
import { useTitle } from '../../../ui/use-title.ts';
import { EndSession } from './end-session.tsx';
import { Offers } from './offers.tsx';
import { useWatching } from './use-watching.ts';
import css from './watch.module.css';
import { WebinarVideo } from './webinar-video.tsx';

type Props = {
  name: string;
  viewing: Viewing;
  api: WebinarApi;
  webinar: Webinar;
  isModerator: boolean;
  renderChat: (handlers: ChatHandlers) => ReactNode;
};

/** The chat of a session asks its page for this. */
export type ChatHandlers = {
  /** While the chat is hidden, it still passes on reactions. */
  isOpen: boolean;
  /** Hides the chat. */
  onClose: () => void;
  /** The server refuses the chat: asks at once whether the person may still watch. */
  onRefused: () => void;
  /** The messages and polls of a permanent session, besides the shared chat. */
  own: OwnProgram | undefined;
  questions: ViewerQuestions | undefined;
  /** Has the second that is shown. */
  player: WebinarPlayer | undefined;
  /** The player says that the connection is lost. */
  isOffline: boolean;
  /** The list of viewers is newer than the number of the last report: the page shows its number while it is open. */
  onViewers: (count: number | undefined) => void;
  /** The reactions of the session go through its chat; undefined: there are none now. */
  onReactions: (reactions: Reactions | undefined) => void;
};

/** The video, and the chat beside it. */
export function WatchPage({ name, viewing, api, webinar, isModerator, renderChat }: Props) {
  const heading = useTitle(name);
  const video = useRef<HTMLVideoElement>(null);
  const watching = useWatching({ video, viewing, api, webinar });
  const reportNow = useCallback(() => watching?.reports.reportNow(), [watching]);
  // On a phone in landscape the video fills the screen, and the chat opens over it.
  const isFilling = useMediaQuery(screens['low-and-wide'], false, { getInitialValueInEffect: false });
  const isShort = useMediaQuery(screens.short, false, { getInitialValueInEffect: false });
  const [chats, setChats] = useState({ beside: true, over: false });
  const place = isFilling ? 'over' : 'beside';
  const hasChat = chats[place];
  const [isOffline, setOffline] = useState(false);
  const [listed, setListed] = useState<number>();
  const [reactions, setReactions] = useState<Reactions>();
  const setChat = (isOn: boolean): void => setChats((before) => ({ ...before, [place]: isOn }));
  return (
    <Stack className={css.page}>
      <Row as="header" fixed align="center" className={css.head}>
        <Text
          as="h1"
          size="xl"
          weight={600}
          truncate
          shrink
          className={css.title}
          ref={heading}
          tabIndex={-1}
        >
          <bdi>{name}</bdi>
        </Text>
        <Badge kind={viewing.kind} isOffline={isOffline} />
        {watching && <OfflineObserver watching={watching} onChange={setOffline} />}
        {watching && <Viewers watching={watching} listed={listed} />}
        <Text as="span" grow />
        {isModerator && viewing.kind === 'live' && (
          <EndSession onEnd={() => api.endSession(viewing.session.id)} onDone={reportNow} />
        )}
        <ChatSwitch isOn={hasChat} onChange={setChat} />
      </Row>
      <Row as="main" grow className={css.main}>
        <WebinarVideo
          video={video}
          viewing={viewing}
          watching={watching}
          isFilling={isFilling}
          isOffline={isOffline}
          reactions={reactions}
          offers={
            watching && (
              <OpenOffers viewing={viewing} watching={watching} api={api} isFolded={isFilling || isShort} />
            )
          }
        />
        {renderChat({
          isOpen: hasChat,
          onClose: () => setChat(false),
          onRefused: reportNow,
          own: watching?.own,
          questions: watching?.questions,
          player: watching?.player,
          isOffline,
          onViewers: setListed,
          onReactions: setReactions,
        })}
      </Row>
    </Stack>
  );
}

type OfflineObserverProps = { watching: Watching; onChange: (isOffline: boolean) => void };

/**
 * Reports whether requests to the server have had no response for two seconds. It is a component, because the hook
 * needs the watching, which exists only after the first rendering.
 */
function OfflineObserver({ watching, onChange }: OfflineObserverProps): null {
  const isOffline = useLasting(
    usePartOf(watching.reports.state, (known) => known.isOffline),
    2_000,
  );
  useEffect(() => onChange(isOffline), [isOffline, onChange]);
  return null;
}

function Badge({ kind, isOffline }: { kind: Viewing['kind']; isOffline: boolean }) {
  const text = useText('webinarPlayer');
  if (kind === 'permanent') return null;
  return (
    <Text
      as="span"
      fixed
      size="sm"
      weight={600}
      nowrap
      className={css.badge}
      data-live={(kind === 'live' && !isOffline) || undefined}
    >
      {kind === 'live' ? text.live : text.replay}
    </Text>
  );
}

/** The people who watch now; everybody who is counted is present. */
function Viewers({ watching, listed }: { watching: Watching; listed: number | undefined }) {
  const text = useText('webinarPlayer');
  const reported = usePartOf(watching.reports.state, (state) => state.viewers);
  const viewers = listed ?? reported;
  if (viewers === undefined) return null;
  return (
    <Row
      as="span"
      inline
      fixed
      align="center"
      size="md"
      tabular
      className={css.quiet}
      title={text.viewers(viewers)}
    >
      <IconEye size={18} aria-hidden />
      <span aria-hidden>{viewers}</span>
      <VisuallyHidden>{text.viewers(viewers)}</VisuallyHidden>
    </Row>
  );
}

function ChatSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const text = useText('webinarPlayer');
  return (
    <IconButton
      size={44}
      className={css.tool ?? ''}
      aria-label={text.chat}
      aria-pressed={isOn}
      title={text.chat}
      onClick={() => onChange(!isOn)}
    >
      <IconMessageCircle size={20} aria-hidden />
    </IconButton>
  );
}

type OpenOffersProps = { viewing: Viewing; watching: Watching; api: WebinarApi; isFolded: boolean };

function OpenOffers({ viewing, watching, api, isFolded }: OpenOffersProps) {
  const reported = usePartOf(watching.reports.state, (state) => state.items);
  // The response to a report also has what opens or closes before the next one. The ids change when that happens.
  const openIds = usePartOf(watching.player.state, ({ position }) => idsOpenAt(reported, position));
  return (
    <Offers
      offers={offersIn(reported.filter(({ id }) => openIds.split(' ').includes(id)))}
      isFolded={isFolded}
      // The offer opens all the same if the click cannot be counted.
      onClick={(id) => void api.clickOffer(viewing.viewingId, id).catch(() => undefined)}
    />
  );
}
