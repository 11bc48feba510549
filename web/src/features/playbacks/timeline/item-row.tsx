import { IconAlertTriangle, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import { useText } from '../../../i18n/language.ts';
import { Grid, Row, Stack, Text } from '../../../ui/layout/layout.tsx';
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
      <Row pe="xs" align="center">
        <Row
          as="button"
          p="sm md"
          pe="sm"
          tall={52}
          radius="md"
          gap="md"
          align="center"
          grow
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <Text as="span" size="md" tabular fixed>
            {item.at}
          </Text>
          <Grid
            as="span"
            square={32}
            radius="md"
            ground="accent-soft"
            tone="text"
            center
            data-type={item.type}
          >
            <TypeIcon type={item.type} />
          </Grid>
          <Stack as="span" grow>
            <Text as="span" size="xs" dim>
              {text.types[item.type]}
            </Text>
            <Text as="span" size="lg" truncate>
              <bdi>{name}</bdi>
            </Text>
            {isLate && <Warning>{text.beyond}</Warning>}
            {editing.hasFaults(item) && <Warning>{text.wrong}</Warning>}
          </Stack>
          <IconChevronDown size={18} className={css.chevron} aria-hidden />
        </Row>
        <IconButton icon={IconTrash} size={44} aria-label={text.remove(name)} onClick={onRemove} />
      </Row>
      <Stack id={bodyId} gap="lg" p="xs md lg" className={css.body} hidden={!isOpen}>
        {isOpen && (
          <>
            {isLate && <Warning>{text.beyondHint}</Warning>}
            <ItemForm item={item} editing={editing} moment={moment} />
            <ItemPreview item={item} />
          </>
        )}
      </Stack>
    </li>
  );
}

function Warning({ children }: { children: string }) {
  return (
    <Row as="span" gap="sm" inline align="center" size="sm" tone="warning">
      <IconAlertTriangle size={14} aria-hidden />
      {children}
    </Row>
  );
}
