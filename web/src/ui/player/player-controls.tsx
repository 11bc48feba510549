import {
  IconMaximize,
  IconMinimize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconReload,
  IconVolume,
  IconVolume3,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import { clockText } from '../times.ts';
import css from './player.module.css';

type ControlProps = {
  label: string;
  className?: string | undefined;
  onClick: () => void;
  children: ReactNode;
};

export function Control({ label, className, onClick, children }: ControlProps) {
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

type PlayButtonProps = { isPlaying: boolean; isEnded: boolean; onClick: () => void };

export function PlayButton({ isPlaying, isEnded, onClick }: PlayButtonProps) {
  const text = useText('player');
  return (
    <Control label={isPlaying ? text.pause : isEnded ? text.again : text.play} onClick={onClick}>
      <PlayIcon isPlaying={isPlaying} isEnded={isEnded} />
    </Control>
  );
}

function PlayIcon({ isPlaying, isEnded }: Omit<PlayButtonProps, 'onClick'>) {
  if (isPlaying) return <IconPlayerPauseFilled size={20} aria-hidden />;
  if (isEnded) return <IconReload size={20} stroke={1.7} aria-hidden />;
  return <IconPlayerPlayFilled size={20} aria-hidden />;
}

export function FullButton({ isFull, onClick }: { isFull: boolean; onClick: () => void }) {
  const text = useText('player');
  return (
    <Control label={isFull ? text.notFull : text.full} onClick={onClick}>
      {isFull ? (
        <IconMinimize size={20} stroke={1.7} aria-hidden />
      ) : (
        <IconMaximize size={20} stroke={1.7} aria-hidden />
      )}
    </Control>
  );
}

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Use the player's steps: the slider's own are hundredths, which are minutes of a long recording. */
const arrows: Record<string, number> = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5 };

type SeekBarProps = {
  /** In seconds; `loaded` is a share from 0 to 1. */
  state: { at: number; length: number; loaded: number };
  seekTo: (seconds: number) => void;
  seekBy: (seconds: number) => void;
};

/** The position, the loaded part, and a slider that seeks. */
export function SeekBar({ state: { at, length, loaded }, seekTo, seekBy }: SeekBarProps) {
  const text = useText('player');
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

type SoundProps = {
  state: { isMuted: boolean; volume: number };
  setMuted: (isMuted: boolean) => void;
  setVolume: (volume: number) => void;
};

export function Sound({ state: { isMuted, volume }, setMuted, setVolume }: SoundProps) {
  const text = useText('player');
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
