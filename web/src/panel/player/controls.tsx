import { IconPictureInPicture, IconRewindBackward10, IconRewindForward10 } from '@tabler/icons-react';
import { useRef } from 'react';
import { numberFormat } from '../../i18n/formats.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { type CaptionSwitch, CaptionsButton } from '../../ui/player/captions-button.tsx';
import { speeds } from '../../ui/player/keys.ts';
import css from '../../ui/player/player.module.css';
import { Control, FullButton, PlayButton, PlayerTime, Sound } from '../../ui/player/player-controls.tsx';
import { chapterAt, type PlayerChapter, SeekBar } from '../../ui/player/seek-bar.tsx';
import { placeTexts } from '../../ui/times.ts';
import type { Playback } from './use-playback.ts';

type Props = {
  playback: Playback;
  chapters: readonly PlayerChapter[];
  /** Undefined for a video without captions. */
  captions: CaptionSwitch | undefined;
  isFull: boolean;
  onFull: () => void;
  /** Undefined if the browser has no full screen. */
  onSmall: (() => void) | undefined;
  /** Returns the focus to the frame, which handles the player's keys. */
  onKeys: () => void;
};

export function Controls({ playback, chapters, captions, isFull, onFull, onSmall, onKeys }: Props) {
  const text = useText('player');
  const { state, toggle, seekBy } = playback;
  const { isPlaying, isEnded, at, length } = state;
  const chapter = chapterAt(chapters, at);
  const place = placeTexts(at, length);
  return (
    <div className={css.bar}>
      <SeekBar {...playback} chapters={chapters} />
      <Row align="center" gap="xs" className={css.line}>
        <PlayButton isPlaying={isPlaying} isEnded={isEnded} onClick={toggle} />
        <Control className={css.skip} label={text.back} onClick={() => seekBy(-10)}>
          <IconRewindBackward10 size={20} stroke={1.7} aria-hidden />
        </Control>
        <Control className={css.skip} label={text.forward} onClick={() => seekBy(10)}>
          <IconRewindForward10 size={20} stroke={1.7} aria-hidden />
        </Control>
        <PlayerTime>
          {place.at} / {place.length}
        </PlayerTime>
        <Sound {...playback} />
        <Text as="div" grow>
          <Text
            size="md"
            truncate
            p="0 sm"
            tone="stage-dim"
            hide="phone"
            className={css.chapter}
            title={chapter}
          >
            {chapter}
          </Text>
        </Text>
        {captions && <CaptionsButton {...captions} />}
        <Speed playback={playback} onKeys={onKeys} />
        {onSmall && (
          <Control className={css.small} label={text.small} onClick={onSmall}>
            <IconPictureInPicture size={20} stroke={1.7} aria-hidden />
          </Control>
        )}
        <FullButton isFull={isFull} onClick={onFull} />
      </Row>
    </div>
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
          {text.times(numberFormat(language).format(speed))}
        </option>
      ))}
    </select>
  );
}
