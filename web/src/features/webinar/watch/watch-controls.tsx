import { Popover } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Reactions } from '../../../models/gestures/reactions.ts';
import type { PlayerState, WebinarPlayer } from '../../../models/webinar/player.ts';
import { qualityChoices } from '../../../models/webinar/stream/quality.ts';
import type { Viewing } from '../../../models/webinar/types.ts';
import { ReactionRow, trayCss, useReactionsLabel } from '../../../room/reactions/reaction-choices.tsx';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { type CaptionSwitch, CaptionsButton } from '../../../ui/player/captions-button.tsx';
import playerCss from '../../../ui/player/player.module.css';
import { Control, FullButton, PlayButton, PlayerTime, Sound } from '../../../ui/player/player-controls.tsx';
import { SeekBar } from '../../../ui/player/seek-bar.tsx';
import { clockText, placeTexts } from '../../../ui/times.ts';
import { useStore } from '../../../ui/use-store.ts';
import css from './watch.module.css';

type Props = {
  player: WebinarPlayer;
  viewing: Viewing;
  /** Undefined for a video without captions. */
  captions: CaptionSwitch | undefined;
  /** Undefined where there are none now. */
  reactions: Reactions | undefined;
  isFull: boolean;
  onFull: () => void;
};

/** Everybody watches the same second of a live session, so it has no pause and no position to choose. */
export function WatchControls(props: Props) {
  const { player, viewing, captions, reactions, isFull, onFull } = props;
  const text = useText('webinarPlayer');
  const state = useStore(player.state);
  const { phase, position, duration, loaded } = state;
  const isLive = viewing.kind === 'live';
  const place = placeTexts(position, duration);
  return (
    <div className={playerCss.bar}>
      {viewing.isSeekable && (
        <SeekBar
          state={{ at: position, length: duration, loaded }}
          seekTo={(seconds) => player.seekTo(seconds)}
          seekBy={(seconds) => player.seekBy(seconds)}
        />
      )}
      <Row align="center" gap="xs" className={playerCss.line} data-few={isLive || undefined}>
        {viewing.isSeekable && (
          <PlayButton
            isPlaying={phase === 'playing' || phase === 'buffering'}
            isEnded={phase === 'ended'}
            onClick={() => player.toggle()}
          />
        )}
        <Sound
          state={state}
          setMuted={(isMuted) => player.setMuted(isMuted)}
          setVolume={(volume) => player.setVolume(volume)}
        />
        <PlayerTime>{isLive ? clockText(position) : `${place.at} / ${place.length}`}</PlayerTime>
        {isLive && isFull && (
          <Row
            as="span"
            inline
            align="center"
            size="sm"
            nowrap
            className={`${css.quiet} ${css.liveDot}`}
            aria-hidden
          >
            {text.live}
          </Row>
        )}
        <Text as="span" grow />
        {reactions && <ReactionsControl reactions={reactions} />}
        {captions && <CaptionsButton {...captions} />}
        {state.hasQualities && <Quality player={player} state={state} />}
        <FullButton isFull={isFull} onClick={onFull} />
      </Row>
    </div>
  );
}

/** Opens the reactions and leaves them open, because people send several. */
function ReactionsControl({ reactions }: { reactions: Reactions }) {
  const label = useReactionsLabel();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top"
      shadow="lg"
      radius="lg"
      trapFocus
      returnFocus
      withRoles={false}
      // A full screen shows nothing outside of the player.
      withinPortal={false}
    >
      <Popover.Target>
        <Control label={label} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconMoodSmile size={22} stroke={1.7} aria-hidden />
        </Control>
      </Popover.Target>
      <Popover.Dropdown className={trayCss}>
        <ReactionRow reactions={reactions} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The quality is chosen automatically; the control tells which one is shown, and takes another choice. */
function Quality({ player, state: { quality, lines } }: { player: WebinarPlayer; state: PlayerState }) {
  const text = useText('webinarPlayer');
  return (
    <select
      className={playerCss.speed}
      aria-label={text.quality}
      title={text.quality}
      value={quality}
      onChange={({ currentTarget }) => {
        const chosen = qualityChoices.find((choice) => choice === currentTarget.value);
        if (chosen) player.setQuality(chosen);
      }}
    >
      {qualityChoices.map((choice) => (
        <option key={choice} value={choice}>
          {choice === 'auto' && lines !== undefined ? text.autoNow(lines) : text.qualities[choice]}
        </option>
      ))}
    </select>
  );
}
