import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { Grid, Stack } from '../../ui/layout/layout.tsx';
import type { CaptionText } from '../../ui/player/caption-lines.ts';
import css from '../../ui/player/player.module.css';
import type { PlayerChapter } from '../../ui/player/seek-bar.tsx';
import { PlayerBroken, PlayerWaiting } from '../../ui/player/states.tsx';
import { useCaptionChoice } from '../../ui/player/use-caption-choice.ts';
import { useCaptions } from '../../ui/player/use-captions.ts';
import { useFullScreen } from '../../ui/player/use-full-screen.ts';
import { useIdle } from '../../ui/player/use-idle.ts';
import { useKeys } from '../../ui/player/use-keys.ts';
import { Controls } from './controls.tsx';
import { usePlayback } from './use-playback.ts';
import { type PlayedVideo, useVideoSource } from './use-video-source.ts';

/** The player as the page around it uses it. */
export type PlayerRemote = { seekTo: (seconds: number) => void };

type Props = {
  played: PlayedVideo;
  remote?: Ref<PlayerRemote>;
  /** Called with the position and the length in seconds when either changes. */
  onTime?: (at: number, length: number) => void;
  /** In the order of time. */
  chapters?: readonly PlayerChapter[];
  captions?: readonly CaptionText[];
  /** The second at which the video is opened. */
  startAt?: number | undefined;
};

const none: never[] = [];

/** Plays a whole video. Its keys work while it has the focus; it stores nothing. */
export function Player({ played, remote, onTime, chapters = none, captions = none, startAt }: Props) {
  const text = useText('player');
  const frame = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [poster] = useState(played.posterUrl ?? undefined);
  const source = useVideoSource(played, video);
  const playback = usePlayback({ videoRef: video, length: played.duration ?? 0, source });
  const { isFull, toggle: toggleFull } = useFullScreen({ frame, videoRef: video });
  const isIdle = useIdle(frame, isFull && playback.state.isPlaying);
  const { isPlaying, isBegun, isEnded, at, length } = playback.state;
  const { seekTo } = playback;
  const choice = useCaptionChoice();
  const hasCaptions = captions.length > 0;
  useCaptions({ videoRef: video, captions, isShown: choice.isOn, isLifted: isFull });
  useImperativeHandle(remote, () => ({ seekTo }));
  useEffect(() => onTime?.(at, length), [at, length, onTime]);

  useEffect(() => {
    // The browser loads the video at this position.
    if (video.current && startAt !== undefined) video.current.currentTime = startAt;
  }, [startAt]);

  useKeys(frame, (command) => {
    if (command.kind === 'full') toggleFull();
    else if (command.kind !== 'captions') playback.run(command);
    else if (hasCaptions) choice.toggle();
  });

  const toKeys = (): void => frame.current?.focus();

  function begin(): void {
    // Focus the player for its keys: the focused button disappears.
    toKeys();
    playback.toggle();
  }

  return (
    <Stack
      as="section"
      ref={frame}
      className={css.player}
      aria-label={text.player}
      tabIndex={-1}
      data-idle={isIdle || undefined}
      data-full={isFull || undefined}
    >
      <Grid center grow className={css.picture}>
        <video
          ref={video}
          className={css.video}
          src={source.url}
          poster={poster}
          preload="metadata"
          playsInline
          {...playback.events}
          onClick={playback.toggle}
          onDoubleClick={toggleFull}
          onError={source.onError}
          onLoadedMetadata={source.onReady}
          onTimeUpdate={(event) => {
            if (isPlaying) source.onFlow();
            playback.events.onTimeUpdate?.(event);
          }}
        >
          <track kind="captions" />
        </video>
        {source.isBroken ? (
          <PlayerBroken
            title={text.brokenTitle}
            text={text.brokenText}
            again={text.tryAgain}
            onAgain={source.renew}
          />
        ) : (
          <>
            {/* The browser reports a stalled download only after minutes. */}
            <PlayerWaiting
              isWaiting={source.url === undefined || playback.state.isWaiting}
              label={text.loading}
              long={{ after: 5_000, text: text.long }}
            />
            {!isPlaying && !isBegun && !isEnded && source.url !== undefined && (
              <Grid
                as="button"
                center
                p="0 xs"
                pe="0"
                className={css.begin}
                aria-label={text.play}
                onClick={begin}
              >
                <IconPlayerPlayFilled size={30} aria-hidden />
              </Grid>
            )}
          </>
        )}
      </Grid>
      <Controls
        playback={playback}
        chapters={chapters}
        captions={hasCaptions ? choice : undefined}
        isFull={isFull}
        onFull={toggleFull}
        onSmall={smallOf(video.current)}
        onKeys={toKeys}
      />
    </Stack>
  );
}

function smallOf(video: HTMLVideoElement | null): (() => void) | undefined {
  if (!document.pictureInPictureEnabled) return undefined;
  return () => void video?.requestPictureInPicture().catch(() => undefined);
}
