import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTimeline } from '@tabler/icons-react';
import { type Ref, useId } from 'react';
import { useText } from '../../../i18n/language.ts';
import { Card } from '../../../ui/layout/layout.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { ItemRow } from './item-row.tsx';
import { type ItemType, itemTypes, nameOfItem } from './model/item-draft.ts';
import { mostItems } from './model/timeline-draft.ts';
import css from './timeline.module.css';
import { TypeIcon } from './type-icon.tsx';
import type { Moment, TimelineEditing } from './use-timeline.ts';

type Props = {
  ref: Ref<HTMLDivElement>;
  editing: TimelineEditing;
  duration: number | null;
  moment: Moment;
  openKey: string | undefined;
  onOpen: (key: string | undefined) => void;
  onAdd: (type: ItemType) => void;
  onUndo: () => void;
};

/** The items in the order of the video; one at a time is open with its fields. */
export function ItemList({ ref, editing, duration, moment, openKey, onOpen, onAdd, onUndo }: Props) {
  const text = useText('timeline');
  const headingId = useId();
  const { draft, taken } = editing;
  const remove = (key: string): void => {
    editing.remove(key);
    if (key === openKey) onOpen(undefined);
  };
  return (
    <section ref={ref} className={css.items} aria-labelledby={headingId}>
      <header className={css.listHead}>
        <h2 id={headingId} className={css.heading}>
          {text.list}
        </h2>
        <span className={css.count}>{text.count(draft.length)}</span>
      </header>
      {draft.length < mostItems ? <AddButtons onAdd={onAdd} /> : <p className={css.quiet}>{text.full}</p>}
      {taken && <Removed name={nameOfItem(taken.item)} onUndo={onUndo} />}
      {draft.length === 0 ? (
        <Card>
          <EmptyState
            icon={<IconTimeline size={24} stroke={1.5} />}
            title={text.empty}
            text={text.emptyHint}
          />
        </Card>
      ) : (
        <ol className={css.list}>
          {draft.map((item) => (
            <ItemRow
              key={item.key}
              item={item}
              editing={editing}
              duration={duration}
              moment={moment}
              isOpen={item.key === openKey}
              onToggle={() => onOpen(item.key === openKey ? undefined : item.key)}
              onRemove={() => remove(item.key)}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function AddButtons({ onAdd }: Pick<Props, 'onAdd'>) {
  const text = useText('timeline');
  return (
    <div className={css.add}>
      {itemTypes.map((type) => (
        <Button
          key={type}
          variant="default"
          leftSection={<TypeIcon type={type} />}
          onClick={() => onAdd(type)}
        >
          {text.addType[type]}
        </Button>
      ))}
    </div>
  );
}

function Removed({ name, onUndo }: { name: string; onUndo: () => void }) {
  const text = useText('timeline');
  return (
    <div className={css.removed} role="status">
      <span className={css.removedText}>{text.removed(name || text.unnamed)}</span>
      {/* The focused button is gone, so focus "Undo". */}
      <Button
        variant="subtle"
        size="compact-md"
        autoFocus
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        onClick={onUndo}
      >
        {text.undo}
      </Button>
    </div>
  );
}
