import { IconAlertTriangle } from '@tabler/icons-react';
import { useText } from '../i18n/language.ts';
import { Text } from '../ui/layout/layout.tsx';
import css from './broken.module.css';
import type { PagePart } from './report.ts';

/** `block` fills the part's area; `line` is one row; `over` is a row above the content below it. */
export type BrokenLook = 'block' | 'line' | 'over';

/** `chatAndMore`: the chat could not be opened, nor anything else that uses its connection. */
type Props = { part: PagePart | 'chatAndMore'; look: BrokenLook; onAgain: () => void };

/** Parts of a call: their failure does not end it. */
const outsideCall: readonly string[] = ['page', 'entry'];

/** Replaces a broken part: says what does not work and what still does, and offers to try again. */
export function Broken({ part, look, onAgain }: Props) {
  const text = useText('faults');
  return (
    <div className={css.broken} data-look={look} role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <p className={css.words}>
        <Text as="span" weight={550}>
          {text[part]}
        </Text>{' '}
        {!outsideCall.includes(part) && look === 'block' && <span>{text.goesOn}</span>}
      </p>
      <button type="button" data-again className={css.again} onClick={onAgain}>
        {text.again}
      </button>
    </div>
  );
}
