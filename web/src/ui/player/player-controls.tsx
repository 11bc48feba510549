import {
  IconMaximize,
  IconMinimize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconReload,
  IconVolume,
  IconVolume3,
} from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import { Grid, Row, Text } from '../layout/layout.tsx';
import css from './player.module.css';

type ControlProps = {
  label: string;
  className?: string | undefined;
  onClick: () => void;
  children: ReactNode;
} & Pick<ComponentProps<'button'>, 'aria-pressed' | 'aria-haspopup' | 'aria-expanded' | 'ref'>;

export function Control({ label, className = '', onClick, children, ...rest }: ControlProps) {
  return (
    <Grid
      as="button"
      center
      fixed
      {...rest}
      className={`${css.control} ${className}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </Grid>
  );
}

/** The position, and the length of the video. */
export const PlayerTime = ({ children }: { children: ReactNode }) => (
  <Text as="span" size="md" nowrap tabular p="0 sm" className={css.time}>
    {children}
  </Text>
);

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

type SoundProps = {
  state: { isMuted: boolean; volume: number };
  setMuted: (isMuted: boolean) => void;
  setVolume: (volume: number) => void;
};

export function Sound({ state: { isMuted, volume }, setMuted, setVolume }: SoundProps) {
  const text = useText('player');
  const shown = isMuted ? 0 : volume;
  return (
    <Row as="span" inline align="center">
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
    </Row>
  );
}
