import { Popover } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { Grid } from '../../../ui/layout/layout.tsx';
import { moveFocus } from '../../../ui/move-focus.ts';
import { moreEmoji } from './emoji.ts';
import css from './emoji-picker.module.css';

type Props = {
  label: string;
  /** The label of one emoji, for screen readers. */
  labelOf: (emoji: string) => string;
  onPick: (emoji: string) => void;
  onOpen?: (isOpen: boolean) => void;
  children: (open: () => void) => ReactElement;
};

const columns = 8;

/** A small grid of emoji. */
export function EmojiPicker({ label, labelOf, onPick, onOpen, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean): void => {
    setOpen(next);
    onOpen?.(next);
  };
  return (
    <Popover opened={isOpen} onChange={change} position="top-end" shadow="lg" trapFocus returnFocus>
      <Popover.Target>{children(() => change(!isOpen))}</Popover.Target>
      <Popover.Dropdown className={css.board ?? ''} aria-label={label}>
        {/* The arrow keys move over the grid. */}
        <Grid
          role="toolbar"
          aria-label={label}
          className={css.grid}
          onKeyDown={(event) => moveFocus(event, columns)}
        >
          {moreEmoji.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={css.emoji}
              aria-label={labelOf(emoji)}
              onClick={() => {
                change(false);
                onPick(emoji);
              }}
            >
              {emoji}
            </button>
          ))}
        </Grid>
      </Popover.Dropdown>
    </Popover>
  );
}
