import { IconAlertTriangle } from '@tabler/icons-react';
import { useText } from '../i18n/language.ts';
import css from './broken.module.css';
import type { PagePart } from './report.ts';

/** `block` fills the place of the part; `line` stands in a row of its own, `over` at the top of what is below it. */
export type BrokenLook = 'block' | 'line' | 'over';

/** `chatAndMore`: the chat could not be opened, and whatever uses its connection neither. */
type Props = { part: PagePart | 'chatAndMore'; look: BrokenLook; onAgain: () => void };

/** Parts of a call: what breaks there does not end it. */
const outsideCall: readonly string[] = ['page', 'entry'];

/** Instead of a part that broke: what does not work, what still does, and the way to try again. */
export function Broken({ part, look, onAgain }: Props) {
  const text = useText('faults');
  return (
    <div className={css.broken} data-look={look} role="alert">
      <IconAlertTriangle size={20} className={css.icon} aria-hidden />
      <p className={css.words}>
        <span className={css.title}>{text[part]}</span>{' '}
        {!outsideCall.includes(part) && look === 'block' && <span>{text.goesOn}</span>}
      </p>
      <button type="button" data-again className={css.again} onClick={onAgain}>
        {text.again}
      </button>
    </div>
  );
}
