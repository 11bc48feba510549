import { Switch, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { OwnField } from '../model/own-fields.ts';
import type { FaultKey } from '../model/room-form.ts';
import { settingsMessages } from './messages.ts';
import css from './own-fields.module.css';

type Props = {
  field: OwnField;
  index: number;
  count: number;
  errorAt: (key: FaultKey) => string | undefined;
  onChange: (change: Partial<Omit<OwnField, 'id'>>) => void;
  onMove: (to: number) => void;
  /** Dragged to this height of the window. */
  onDrag: (y: number) => void;
  onRemove: () => void;
};

/** One question of the room's own. */
export function OwnFieldCard(props: Props) {
  const { field, index, errorAt, onChange } = props;
  const text = useText(settingsMessages);
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
  const text = useText(settingsMessages);
  const place = index + 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(index + step);
  };
  const beginDrag = useDrag(onDrag);
  return (
    <div className={css.tools}>
      <button
        type="button"
        className={css.handle}
        aria-label={text.drag(place)}
        onKeyDown={onKeyDown}
        onPointerDown={beginDrag}
      >
        <IconGripVertical size={18} aria-hidden />
      </button>
      <span className={css.place}>{text.question(place)}</span>
      <button
        type="button"
        className={css.icon}
        aria-label={text.up(place)}
        aria-disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <IconArrowUp size={18} aria-hidden />
      </button>
      <button
        type="button"
        className={css.icon}
        aria-label={text.down(place)}
        aria-disabled={place === count}
        onClick={() => onMove(index + 1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </button>
      <button type="button" className={css.icon} aria-label={text.removeField(place)} onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </button>
    </div>
  );
}

/** Follows the pointer until it is let go; on the window, because a row that is moved loses what it has captured. */
function useDrag(onDrag: (y: number) => void): () => void {
  const latest = useRef(onDrag);
  latest.current = onDrag;
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);
  return () => {
    end.current?.();
    const drag = new AbortController();
    const { signal } = drag;
    end.current = () => drag.abort();
    window.addEventListener('pointermove', ({ clientY }) => latest.current(clientY), { signal });
    for (const name of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(name, () => drag.abort(), { signal });
    }
  };
}
