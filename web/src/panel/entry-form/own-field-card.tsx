import { Switch, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { DragHandle } from '../../ui/form/reorder.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import type { EntryFaultKey } from './entry-draft.ts';
import css from './own-fields.module.css';
import type { OwnField } from './own-fields.ts';

type Props = {
  field: OwnField;
  index: number;
  count: number;
  errorAt: (key: EntryFaultKey) => string | undefined;
  onChange: (change: Partial<Omit<OwnField, 'id'>>) => void;
  onMove: (to: number) => void;
  /** Called with the height in the window to which it was dragged. */
  onDrag: (y: number) => void;
  onRemove: () => void;
};

/** One custom join field. */
export function OwnFieldCard(props: Props) {
  const { field, index, errorAt, onChange } = props;
  const text = useText('entryForm');
  return (
    <li className={css.field} data-field={field.id} data-off={!field.enabled || undefined}>
      <CardTools {...props} />
      <TextInput
        label={text.questionTitle}
        placeholder={text.questionHint}
        autoComplete="off"
        value={field.title}
        error={errorAt(`ownFields.${field.id}.title`)}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextInput
        label={text.helper}
        placeholder={text.helperHint}
        autoComplete="off"
        value={field.description}
        error={errorAt(`ownFields.${field.id}.description`)}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <fieldset className={css.switches} aria-label={text.question(index + 1)}>
        <Switch
          label={text.isAsked}
          checked={field.enabled}
          onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />
        <Switch
          label={text.isRequired}
          checked={field.required}
          disabled={!field.enabled}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
      </fieldset>
    </li>
  );
}

function CardTools({ index, count, onMove, onDrag, onRemove }: Props) {
  const text = useText('entryForm');
  const place = index + 1;
  return (
    <div className={css.tools}>
      <DragHandle label={text.drag(place)} index={index} onMove={onMove} onDrag={onDrag} />
      <span className={css.place}>{text.question(place)}</span>
      <IconButton aria-label={text.up(place)} aria-disabled={index === 0} onClick={() => onMove(index - 1)}>
        <IconArrowUp size={18} aria-hidden />
      </IconButton>
      <IconButton
        aria-label={text.down(place)}
        aria-disabled={place === count}
        onClick={() => onMove(index + 1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </IconButton>
      <IconButton aria-label={text.removeField(place)} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </IconButton>
    </div>
  );
}
