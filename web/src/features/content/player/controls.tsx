import {
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconReload,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolume3,
} from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { clockText } from '../../../ui/times.ts';
import { speeds } from '../model/keys.ts';
import css from './player.module.css';
import type { Playback } from './use-playback.ts';

type ButtonProps = {
  label: string;
  className?: string | undefined;
  onClick: () => void;
  children: ReactNode;
};

function Control({ label, className, onClick, children }: ButtonProps) {
  return (
    <button
      type="button"
      className={[css.control, className].filter(Boolean).join(' ')}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

type Props = {
  playback: Playback;
  isFull: boolean;
  onFull: () => void;
  /** Undefined if the browser has no full screen. */
  onSmall: (() => void) | undefined;
  /** Returns the focus to the frame, which handles the player's keys. */
  onKeys: () => void;
};

export function Controls({ playback, isFull, onFull, onSmall, onKeys }: Props) {
  const text = useText('player');
  const { state, toggle, seekBy } = playback;
  const { isPlaying, isEnded, at, length } = state;
  return (
    <div className={css.bar}>
      <SeekBar playback={playback} />
      <div className={css.line}>
        <Control label={isPlaying ? text.pause : isEnded ? text.again : text.play} onClick={toggle}>
          <PlayIcon isPlaying={isPlaying} isEnded={isEnded} />
        </Control>
        <Control label={text.back} onClick={() => seekBy(-10)}>
          <IconRewindBackward10 size={20} stroke={1.7} aria-hidden />
        </Control>
        <Control label={text.forward} onClick={() => seekBy(10)}>
          <IconRewindForward10 size={20} stroke={1.7} aria-hidden />
        </Control>
        <span className={css.time}>
          {clockText(at)} / {clockText(length)}
        </span>
        <Sound playback={playback} />
        <span className={css.gap} />
        <Speed playback={playback} onKeys={onKeys} />
        {onSmall && (
          <Control className={css.small} label={text.small} onClick={onSmall}>
            <IconPictureInPicture size={20} stroke={1.7} aria-hidden />
          </Control>
        )}
        <Control label={isFull ? text.notFull : text.full} onClick={onFull}>
          {isFull ? (
            <IconMinimize size={20} stroke={1.7} aria-hidden />
          ) : (
            <IconMaximize size={20} stroke={1.7} aria-hidden />
          )}
        </Control>
      </div>
    </div>
  );
}

function PlayIcon({ isPlaying, isEnded }: { isPlaying: boolean; isEnded: boolean }) {
  if (isPlaying) return <IconPlayerPauseFilled size={20} aria-hidden />;
  if (isEnded) return <IconReload size={20} stroke={1.7} aria-hidden />;
  return <IconPlayerPlayFilled size={20} aria-hidden />;
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Use the player's steps: the slider's own are hundredths, which are minutes of a long recording. */
const arrows: Record<string, number> = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5 };

/** The position, the loaded part, and a slider that seeks. */
function SeekBar({ playback: { state, seekTo, seekBy } }: { playback: Playback }) {
  const text = useText('player');
  const { at, length, loaded } = state;
  const played = length > 0 ? at / length : 0;
  return (
    <input
      type="range"
      className={css.place}
      aria-label={text.seek}
      aria-valuetext={text.place(clockText(at), clockText(length))}
      min={0}
      max={length || 1}
      step="any"
      value={at}
      style={
        { '--played': percent(played), '--loaded': percent(Math.max(played, loaded)) } as React.CSSProperties
      }
      onChange={(event) => seekTo(Number(event.currentTarget.value))}
      onKeyDown={(event) => {
        const by = arrows[event.key];
        if (by === undefined) return;
        event.preventDefault();
        seekBy(by);
      }}
    />
  );
}

function Sound({ playback: { state, setMuted, setVolume } }: { playback: Playback }) {
  const text = useText('player');
  const { isMuted, volume } = state;
  const shown = isMuted ? 0 : volume;
  return (
    <span className={css.sound}>
      <Control label={isMuted ? text.unmute : text.mute} onClick={() => setMuted(!isMuted)}>
        {isMuted ? (
          <IconVolume3 size={20} stroke={1.7} aria-hidden />
        ) : (
          <IconVolume size={20} stroke={1.7} aria-hidden />
        )}
      </Control>
      <input
        type="range"
        className={css.volume}
        aria-label={text.volume}
        min={0}
        max={1}
        step={0.05}
        value={shown}
        style={{ '--played': percent(shown), '--loaded': '0%' } as React.CSSProperties}
        onChange={(event) => setVolume(Number(event.currentTarget.value))}
      />
    </span>
  );
}

function Speed({ playback: { state, setSpeed }, onKeys }: Pick<Props, 'playback' | 'onKeys'>) {
  const text = useText('player');
  const language = useLanguage();
  // Keep the menu open: a keyboard user may want the next option.
  const isPointed = useRef(false);
  return (
    <select
      className={css.speed}
      aria-label={text.speed}
      title={text.speed}
      value={state.speed}
      onPointerDown={() => {
        isPointed.current = true;
      }}
      onKeyDown={() => {
        isPointed.current = false;
      }}
      onChange={(event) => {
        setSpeed(Number(event.currentTarget.value));
        if (isPointed.current) onKeys();
      }}
    >
      {speeds.map((speed) => (
        <option key={speed} value={speed}>
          {text.times(speed.toLocaleString(language))}
        </option>
      ))}
    </select>
  );
}
