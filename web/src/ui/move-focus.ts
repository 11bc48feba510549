import type { KeyboardEvent } from 'react';
import { keyAlongLine } from './direction.ts';

/**
 * Moves the focus with the arrow keys over the buttons of a toolbar or tab list. Returns the newly focused button. A
 * row wraps around; a grid of `columns` stops at its edges.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, columns = 0): HTMLButtonElement | undefined {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[keyAlongLine(event)];
  const end = columns > 0 ? undefined : { Home: 0, End: -1 }[event.key];
  if (at < 0 || (!step && end === undefined)) return undefined;
  event.preventDefault();
  const next = columns > 0 ? at + (step ?? 0) : (end ?? (at + (step ?? 0)) % buttons.length);
  const button = next < 0 && columns > 0 ? undefined : buttons.at(next);
  button?.focus();
  return button;
}
