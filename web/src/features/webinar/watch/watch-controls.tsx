import { useText } from '../../../i18n/language.ts';
import type { PlayerState, WebinarPlayer } from '../../../models/webinar/player.ts';
import { qualityChoices } from '../../../models/webinar/stream/quality.ts';
import type { Viewing } from '../../../models/webinar/types.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { type CaptionSwitch, CaptionsButton } from '../../../ui/player/captions-button.tsx';
import playerCss from '../../../ui/player/player.module.css';
import { FullButton, PlayButton, PlayerTime, Sound } from '../../../ui/player/player-controls.tsx';
import { SeekBar } from '../../../ui/player/seek-bar.tsx';
import { clockText, placeTexts } from '../../../ui/times.ts';
import { useStore } from '../../../ui/use-store.ts';
import css from './watch.module.css';

type Props = {
  player: WebinarPlayer;
  viewing: Viewing;
  /** Undefined for a video without captions. */
  captions: CaptionSwitch | undefined;
  isFull: boolean;
  onFull: () => void;
};

/** Everybody watches the same second of a live session, so it has no pause and no position to choose. */
export function WatchControls({ player, viewing, captions, isFull, onFull }: Props) {
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
        {captions && <CaptionsButton {...captions} />}
        {state.hasQualities && <Quality player={player} state={state} />}
        <FullButton isFull={isFull} onClick={onFull} />
      </Row>
    </div>
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
