import { type PointerEvent, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { Row, Text } from '../layout/layout.tsx';
import { clockText, placeTexts } from '../times.ts';
import css from './player.module.css';

/** A named part of a video; it lasts until the next one. */
export type PlayerChapter = { title: string; start: number };

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Use the player's steps: the slider's own are hundredths, which are minutes of a long recording. */
const arrows: Record<string, number> = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5 };

/** The title of the chapter at a second; undefined before the first one. */
export const chapterAt = (chapters: readonly PlayerChapter[], seconds: number): string | undefined =>
  chapters.findLast(({ start }) => start <= seconds)?.title;

type Props = {
  /** In seconds; `loaded` is a share from 0 to 1. */
  state: { at: number; length: number; loaded: number };
  seekTo: (seconds: number) => void;
  seekBy: (seconds: number) => void;
  /** In the order of time. */
  chapters?: readonly PlayerChapter[];
};

/** The position, the loaded part, the beginnings of chapters, and a slider that seeks. */
export function SeekBar({ state: { at, length, loaded }, seekTo, seekBy, chapters = [] }: Props) {
  const text = useText('player');
  const [pointed, setPointed] = useState<number>();
  const played = length > 0 ? at / length : 0;
  const chapter = chapterAt(chapters, at);
  const place = text.place(placeTexts(at, length));

  function point({ currentTarget, clientX, pointerType }: PointerEvent<HTMLElement>): void {
    if (pointerType !== 'mouse' || chapters.length === 0) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.min(1, Math.max(0, (clientX - left) / width)));
  }

  return (
    <Row
      as="span"
      align="center"
      className={css.seek}
      dir="ltr"
      onPointerMove={point}
      onPointerLeave={() => setPointed(undefined)}
    >
      <input
        type="range"
        className={css.place}
        aria-label={text.seek}
        aria-valuetext={chapter === undefined ? place : `${place}, ${chapter}`}
        min={0}
        max={length || 1}
        step="any"
        value={at}
        style={
          {
            '--played': percent(played),
            '--loaded': percent(Math.max(played, loaded)),
          } as React.CSSProperties
        }
        onChange={(event) => seekTo(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          const by = arrows[event.key];
          if (by === undefined) return;
          event.preventDefault();
          seekBy(by);
        }}
      />
      {length > 0 &&
        chapters
          .filter(({ start }) => start > 0 && start < length)
          .map(({ start }) => (
            <span
              key={start}
              className={css.chapterMark}
              style={{ insetInlineStart: percent(start / length) }}
              aria-hidden
            />
          ))}
      {pointed !== undefined && (
        <Text
          as="span"
          size="sm"
          truncate
          tabular
          p="0 sm"
          radius="sm"
          className={css.pointed}
          style={{ insetInlineStart: percent(pointed) }}
          aria-hidden
        >
          {clockText(pointed * length)} {chapterAt(chapters, pointed * length)}
        </Text>
      )}
    </Row>
  );
}
