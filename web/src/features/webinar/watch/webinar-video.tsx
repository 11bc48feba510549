import { IconPlayerPlayFilled, IconVolume3 } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Reactions } from '../../../models/gestures/reactions.ts';
import type { PlayerState, WebinarPlayer } from '../../../models/webinar/player.ts';
import type { Viewing } from '../../../models/webinar/types.ts';
import type { Watching } from '../../../models/webinar/watching.ts';
import { Flying } from '../../../room/reactions/flying.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import playerCss from '../../../ui/player/player.module.css';
import { PlayerBroken, PlayerWaiting } from '../../../ui/player/states.tsx';
import { useCaptionChoice } from '../../../ui/player/use-caption-choice.ts';
import { useCaptions } from '../../../ui/player/use-captions.ts';
import { useFullScreen } from '../../../ui/player/use-full-screen.ts';
import { useIdle } from '../../../ui/player/use-idle.ts';
import { useStore } from '../../../ui/use-store.ts';
import { useWebinarKeys } from './use-webinar-keys.ts';
import css from './watch.module.css';
import { WatchControls } from './watch-controls.tsx';

type Props = {
  video: RefObject<HTMLVideoElement | null>;
  viewing: Viewing;
  watching: Watching | undefined;
  /** The video fills the page; the controls are over it and fade, as on a full screen. */
  isFilling: boolean;
  /** The connection to the server is lost. */
  isOffline: boolean;
  reactions: Reactions | undefined;
  offers: ReactNode;
};

/** The video with its states and controls. */
export function WebinarVideo(props: Props) {
  const { video, viewing, watching, isFilling, isOffline, reactions, offers } = props;
  const text = useText('webinarPlayer');
  const frame = useRef<HTMLElement>(null);
  const { isFull, toggle } = useFullScreen({ frame, videoRef: video });
  const hasBarOverPicture = isFull || isFilling;
  const isIdle = useIdle(frame, hasBarOverPicture);
  const isWoken = useRef(false);
  const choice = useCaptionChoice();
  const [areAvailable, setAvailable] = useState(false);
  const captions = areAvailable ? choice : undefined;
  useWebinarKeys({ frame, player: watching?.player, onFull: toggle, onCaptions: captions?.toggle });
  const isLive = viewing.kind === 'live';
  return (
    <Stack
      as="section"
      grow
      ref={frame}
      className={`${playerCss.player} ${css.frame}`}
      aria-label={text.player}
      tabIndex={-1}
      data-idle={isIdle || undefined}
      data-full={hasBarOverPicture || undefined}
    >
      <Grid center className={css.picture}>
        <video
          ref={video}
          className={css.video}
          poster={viewing.posterUrl ?? undefined}
          playsInline
          // A small window of the browser has a pause button.
          disablePictureInPicture={isLive}
          onContextMenu={(event) => isLive && event.preventDefault()}
          // The first tap of a finger only shows the controls again.
          onPointerDownCapture={() => {
            isWoken.current = isIdle;
          }}
          onClick={() => !isWoken.current && watching?.player.toggle()}
          onDoubleClick={toggle}
        >
          <track kind="captions" />
        </video>
        {watching && <PlayerStates player={watching.player} isLive={isLive} isOffline={isOffline} />}
        {watching && (
          <ShownCaptions
            video={video}
            watching={watching}
            isOn={choice.isOn}
            isLifted={hasBarOverPicture}
            onAvailable={setAvailable}
          />
        )}
        {reactions && <Flying reactions={reactions} />}
      </Grid>
      {offers}
      {watching && (
        <WatchControls
          player={watching.player}
          viewing={viewing}
          captions={captions}
          reactions={reactions}
          isFull={isFull}
          onFull={toggle}
        />
      )}
    </Stack>
  );
}

type CaptionsProps = {
  video: RefObject<HTMLVideoElement | null>;
  watching: Watching;
  isOn: boolean;
  isLifted: boolean;
  onAvailable: (areAvailable: boolean) => void;
};

/** Captions are in a text track of the video, which the full screen of a phone shows, too. */
function ShownCaptions({ video, watching, isOn, isLifted, onAvailable }: CaptionsProps): null {
  const { areAvailable, cues } = useStore(watching.captions.state);
  useCaptions({ videoRef: video, captions: cues, isShown: isOn, isLifted });
  useEffect(() => watching.setCaptions(isOn), [watching, isOn]);
  useEffect(() => onAvailable(areAvailable), [areAvailable, onAvailable]);
  return null;
}

const look = { as: 'button', inline: true, align: 'center', size: 'xl', weight: 600 } as const;

type StatesProps = { player: WebinarPlayer; isLive: boolean; isOffline: boolean };

/** The states of the player in words, above the picture. */
function PlayerStates({ player, isLive, isOffline }: StatesProps) {
  const text = useText('webinarPlayer');
  const state = useStore(player.state);
  return (
    <>
      <Stuck player={player} state={state} isOffline={isOffline} />
      {state.phase === 'playing' && state.isSoundBlocked && (
        <Row {...look} type="button" className={css.sound} onClick={() => player.press()}>
          <IconVolume3 size={20} aria-hidden />
          {text.turnOnSound}
        </Row>
      )}
      <Text size="md" center className={css.offline} role="status">
        {isOffline ? (isLive ? text.offlineLive : text.offline) : ''}
      </Text>
    </>
  );
}

type StuckProps = { player: WebinarPlayer; state: PlayerState; isOffline: boolean };

function Stuck({ player, state, isOffline }: StuckProps) {
  const text = useText('webinarPlayer');
  const isWaiting = state.phase === 'loading' || state.phase === 'buffering';
  if (state.phase === 'failed') {
    return (
      <PlayerBroken
        title={text.failedTitle}
        text={text.failedText}
        again={text.tryAgain}
        onAgain={() => player.retry()}
      />
    );
  }
  if (state.phase === 'blocked') {
    const label = state.isSoundBlocked ? text.watch : text.resume;
    return (
      <Row {...look} type="button" className={css.press} onClick={() => player.press()}>
        <IconPlayerPlayFilled size={28} aria-hidden />
        {label}
      </Row>
    );
  }
  return (
    <PlayerWaiting
      isWaiting={isWaiting}
      label={text.loading}
      // The note about the connection says why it waits.
      long={{ after: 8_000, text: isOffline ? undefined : text.loadingLong }}
    />
  );
}
