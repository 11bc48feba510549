import { Popover } from '@mantine/core';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { moreEmoji } from './emoji.ts';
import css from './emoji-picker.module.css';

type Props = {
  label: string;
  /** What one emoji does, for who cannot see it. */
  labelOf: (emoji: string) => string;
  onPick: (emoji: string) => void;
  onOpen?: (isOpen: boolean) => void;
  children: (open: () => void) => ReactElement;
};

const columns = 8;
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: columns,
  ArrowUp: -columns,
};

/** A small board of emoji. */
export function EmojiPicker({ label, labelOf, onPick, onOpen, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const change = (next: boolean): void => {
    setOpen(next);
    onOpen?.(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key];
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (!step || at < 0) return;
    event.preventDefault();
    buttons[at + step]?.focus();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={change}
      position="top-end"
      shadow="lg"
      trapFocus
      returnFocus
      radius="md"
    >
      <Popover.Target>{children(() => change(!isOpen))}</Popover.Target>
      <Popover.Dropdown className={css.board ?? ''} aria-label={label}>
        {/* The arrows walk over the board. */}
        <div role="toolbar" aria-label={label} className={css.grid} onKeyDown={onKeyDown}>
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
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
