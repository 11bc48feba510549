import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { randomUuid } from '../../kit/random-id.ts';
import { keepFocus, rowAt } from '../../ui/form/reorder.tsx';
import type { EntryFaultKey } from './entry-draft.ts';
import settings from './entry-form.module.css';
import { OwnFieldCard } from './own-field-card.tsx';
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
  return (
    <>
      {fields.length === 0 && !taken && <p className={settings.quiet}>{text.ownNone}</p>}
      {fields.length > 0 && (
        <ol ref={list} className={css.list}>
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
        </ol>
      )}
      {taken && <Removed title={taken.field.title} onUndo={undo} />}
      {fields.length < mostOwnFields ? (
        <div>
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            {text.add}
          </Button>
        </div>
      ) : (
        <p className={settings.quiet}>{text.ownFull}</p>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

function Removed({ title, onUndo }: { title: string; onUndo: () => void }) {
  const text = useText('entryForm');
  const name = plainName(title);
  return (
    <div className={css.removed} role="status">
      <span className={css.removedText}>{name === '' ? text.removedUntitled : text.removed(name)}</span>
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
