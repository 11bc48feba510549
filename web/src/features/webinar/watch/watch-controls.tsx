import { useText } from '../../../i18n/language.ts';
import type { WebinarPlayer } from '../../../models/webinar/player.ts';
import type { Viewing } from '../../../models/webinar/types.ts';
import playerCss from '../../../ui/player/player.module.css';
import { FullButton, PlayButton, SeekBar, Sound } from '../../../ui/player/player-controls.tsx';
import { clockText } from '../../../ui/times.ts';
import { useStore } from '../../../ui/use-store.ts';
import css from './watch.module.css';

type Props = { player: WebinarPlayer; viewing: Viewing; isFull: boolean; onFull: () => void };

/** Everybody watches the same second of a live session, so it has no pause and no position to choose. */
export function WatchControls({ player, viewing, isFull, onFull }: Props) {
  const text = useText('webinarPlayer');
  const state = useStore(player.state);
  const { phase, position, duration, loaded } = state;
  const isLive = viewing.kind === 'live';
  return (
    <div className={playerCss.bar}>
      {viewing.isSeekable && (
        <SeekBar
          state={{ at: position, length: duration, loaded }}
          seekTo={(seconds) => player.seekTo(seconds)}
          seekBy={(seconds) => player.seekTo(position + seconds)}
        />
      )}
      <div className={playerCss.line}>
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
        <span className={playerCss.time}>
          {isLive ? clockText(position) : `${clockText(position)} / ${clockText(duration)}`}
        </span>
        {isLive && isFull && (
          <span className={css.liveDot} aria-hidden>
            {text.live}
          </span>
        )}
        <span className={playerCss.gap} />
        <FullButton isFull={isFull} onClick={onFull} />
      </div>
    </div>
  );
}
