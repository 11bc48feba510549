import { Button } from '@mantine/core';
import { IconTimeline } from '@tabler/icons-react';
import { type Ref, useId } from 'react';
import { useText } from '../../../i18n/language.ts';
import { UndoNote } from '../../../panel/undo-note.tsx';
import { Card, Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { ItemRow } from './item-row.tsx';
import { type ItemType, itemTypes, nameOfItem } from './model/item-draft.ts';
import { mostItems } from './model/timeline-draft.ts';
import { TypeIcon } from './type-icon.tsx';
import type { Moment, TimelineEditing } from './use-timeline.ts';

type Props = {
  ref: Ref<HTMLElement>;
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
    <Stack as="section" ref={ref} gap="md" shrink aria-labelledby={headingId}>
      <Row as="header" gap="md" align="baseline">
        <Text as="h2" id={headingId} size="xl" weight={600}>
          {text.list}
        </Text>
        <Text as="span" size="md" dim>
          {text.count(draft.length)}
        </Text>
      </Row>
      {draft.length < mostItems ? (
        <AddButtons onAdd={onAdd} />
      ) : (
        <Text size="md" dim>
          {text.full}
        </Text>
      )}
      {taken && (
        <UndoNote isFocused undo={text.undo} onUndo={onUndo}>
          {text.removed(nameOfItem(taken.item) || text.unnamed)}
        </UndoNote>
      )}
      {draft.length === 0 ? (
        <Card>
          <EmptyState icon={IconTimeline} title={text.empty} text={text.emptyHint} />
        </Card>
      ) : (
        <Stack as="ol" gap="sm">
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
        </Stack>
      )}
    </Stack>
  );
}

function AddButtons({ onAdd }: Pick<Props, 'onAdd'>) {
  const text = useText('timeline');
  return (
    <Row gap="sm" wrap>
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
    </Row>
  );
}
