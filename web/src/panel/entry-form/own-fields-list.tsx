import { Button, Switch, TextInput, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { randomUuid } from '../../kit/random-id.ts';
import { DragHandle, keepFocus, rowAt } from '../../ui/form/reorder.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { UndoNote } from '../undo-note.tsx';
import type { EntryFaultKey } from './entry-draft.ts';
import css from './own-fields.module.css';
import {
  addField,
  changeField,
  mostOwnFields,
  moveField,
  type OwnField,
  type RemovedField,
  removeField,
  restoreField,
} from './own-fields.ts';

type Props = {
  fields: OwnField[];
  errorAt: (key: EntryFaultKey) => string | undefined;
  onChange: (fields: OwnField[]) => void;
};

/** The custom join fields in their order, changed by dragging, the handle's arrow keys, or buttons. */
export function OwnFields({ fields, errorAt, onChange }: Props) {
  const text = useText('entryForm');
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const [taken, setTaken] = useState<RemovedField>();
  const focusTitle = (id: string): void => {
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-field="${id}"] input`)?.focus());
  };
  const add = (): void => {
    const id = randomUuid();
    onChange(addField(fields, id));
    focusTitle(id);
  };
  const move = (id: string, to: number): void => {
    const next = moveField(fields, id, to);
    if (next === fields) return;
    keepFocus();
    onChange(next);
    setSaid(text.moved({ place: to + 1, count: fields.length }));
  };
  const remove = (id: string): void => {
    const result = removeField(fields, id);
    onChange(result.fields);
    setTaken(result.taken);
  };
  const undo = (): void => {
    if (!taken) return;
    onChange(restoreField(fields, taken));
    setTaken(undefined);
    focusTitle(taken.field.id);
  };
  const takenName = plainName(taken?.field.title ?? '');
  return (
    <>
      {fields.length === 0 && !taken && (
        <Text size="md" dim>
          {text.ownNone}
        </Text>
      )}
      {fields.length > 0 && (
        <Stack as="ol" ref={list} gap="md">
          {fields.map((field, index) => (
            <OwnFieldCard
              key={field.id}
              field={field}
              index={index}
              count={fields.length}
              errorAt={errorAt}
              onChange={(change) => onChange(changeField(fields, field.id, change))}
              onMove={(to) => move(field.id, to)}
              onDrag={(y) => move(field.id, rowAt(list.current, y))}
              onRemove={() => remove(field.id)}
            />
          ))}
        </Stack>
      )}
      {taken && (
        <UndoNote isSoft isFocused undo={text.undo} onUndo={undo}>
          {takenName ? text.removed(takenName) : text.removedUntitled}
        </UndoNote>
      )}
      {fields.length < mostOwnFields ? (
        <div>
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            {text.add}
          </Button>
        </div>
      ) : (
        <Text size="md" dim>
          {text.ownFull}
        </Text>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

type CardProps = {
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
function OwnFieldCard(props: CardProps) {
  const { field, index, errorAt, onChange } = props;
  const text = useText('entryForm');
  return (
    <Stack
      as="li"
      p="sm lg lg"
      frame="line"
      radius="lg"
      ground="surface"
      className={css.field}
      gap="md"
      data-field={field.id}
      data-off={!field.enabled || undefined}
    >
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
      <Row as="fieldset" gap="md xl" wrap mt="xs" aria-label={text.question(index + 1)}>
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
      </Row>
    </Stack>
  );
}

function CardTools({ index, count, onMove, onDrag, onRemove }: CardProps) {
  const text = useText('entryForm');
  const place = index + 1;
  return (
    <Row className={css.tools} align="center">
      <DragHandle label={text.drag(place)} index={index} onMove={onMove} onDrag={onDrag} />
      <Text as="span" className={css.place} size="md" weight={550} grow>
        {text.question(place)}
      </Text>
      <IconButton
        icon={IconArrowUp}
        aria-label={text.up(place)}
        aria-disabled={index === 0}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        icon={IconArrowDown}
        aria-label={text.down(place)}
        aria-disabled={place === count}
        onClick={() => onMove(index + 1)}
      />
      <IconButton icon={IconTrash} aria-label={text.removeField(place)} onClick={onRemove} />
    </Row>
  );
}
