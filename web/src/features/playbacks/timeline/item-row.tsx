import { IconAlertTriangle, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { useText } from '../../../i18n/language.ts';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { ItemForm } from './item-form.tsx';
import { ItemPreview } from './item-preview.tsx';
import { type ItemDraft, nameOfItem } from './model/item-draft.ts';
import { isBeyond } from './model/track.ts';
import css from './timeline.module.css';
import { TypeIcon } from './type-icon.tsx';
import type { Moment, TimelineEditing } from './use-timeline.ts';

type Props = {
  item: ItemDraft;
  editing: TimelineEditing;
  duration: number | null;
  moment: Moment;
  isOpen: boolean;
  onToggle: () => void;
  onRemove: () => void;
};

/** One item: its time and name, and its fields while it is open. */
export function ItemRow({ item, editing, duration, moment, isOpen, onToggle, onRemove }: Props) {
  const text = useText('timeline');
  const bodyId = useId();
  const name = nameOfItem(item) || text.unnamed;
  const isLate = isBeyond(item, duration);
  return (
    <li className={css.item} data-item={item.key} data-open={isOpen || undefined}>
      <div className={css.row}>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <span className={css.time}>{item.at}</span>
          <span className={css.icon} data-type={item.type}>
            <TypeIcon type={item.type} />
          </span>
          <span className={css.words}>
            <span className={css.type}>{text.types[item.type]}</span>
            <span className={css.name}>
              <bdi>{name}</bdi>
            </span>
            {isLate && <Warning>{text.beyond}</Warning>}
            {editing.hasFaults(item) && <Warning>{text.wrong}</Warning>}
          </span>
          <IconChevronDown size={18} className={css.chevron} aria-hidden />
        </button>
        <IconButton size={44} aria-label={text.remove(name)} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </div>
      <div id={bodyId} className={css.body} hidden={!isOpen}>
        {isOpen && (
          <>
            {isLate && <Warning>{text.beyondHint}</Warning>}
            <ItemForm item={item} editing={editing} moment={moment} />
            <ItemPreview item={item} />
          </>
        )}
      </div>
    </li>
  );
}

function Warning({ children }: { children: string }) {
  return (
    <span className={css.warning}>
      <IconAlertTriangle size={14} aria-hidden />
      {children}
    </span>
  );
}
