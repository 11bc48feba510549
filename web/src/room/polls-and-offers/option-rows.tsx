import { TextInput, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import {
  changeOption,
  type FormOption,
  fewestOptions,
  longestText,
  moveOption,
  type PollForm,
  removeOption,
} from '../../models/polls/form.ts';
import { DragHandle, keepFocus, rowAt } from '../../ui/form/reorder.tsx';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import css from './poll-fields.module.css';

type Props = { form: PollForm; onChange: (form: PollForm) => void };

/** The options in their order, changed by dragging the handle or with its arrow keys. */
export function OptionRows({ form, onChange }: Props) {
  const text = useText('polls');
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const move = (key: number, to: number): void => {
    const next = moveOption(form, key, to);
    if (next === form) return;
    keepFocus();
    onChange(next);
    setSaid(text.moved({ place: to + 1, count: form.options.length }));
  };
  const remove = (key: number, index: number): void => {
    onChange(removeOption(form, key));
    const inputs = list.current?.querySelectorAll<HTMLInputElement>('input[type="text"]');
    inputs?.[index === 0 ? 1 : index - 1]?.focus();
  };
  return (
    <>
      <Stack as="ol" ref={list} gap="sm">
        {form.options.map((option, index) => (
          <OptionRow
            key={option.key}
            option={option}
            index={index}
            isQuiz={form.isQuiz}
            isLocked={form.options.length <= fewestOptions}
            onChange={(change) => onChange(changeOption(form, option.key, change))}
            onMove={(to) => move(option.key, to)}
            onDrag={(y) => move(option.key, rowAt(list.current, y))}
            onRemove={() => remove(option.key, index)}
          />
        ))}
      </Stack>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

type RowProps = {
  option: FormOption;
  index: number;
  isQuiz: boolean;
  isLocked: boolean;
  onChange: (change: Partial<Omit<FormOption, 'key'>>) => void;
  onMove: (to: number) => void;
  onDrag: (y: number) => void;
  onRemove: () => void;
};

function OptionRow({ option, index, isQuiz, isLocked, onChange, onMove, onDrag, onRemove }: RowProps) {
  const text = useText('polls');
  const place = index + 1;
  return (
    <Row as="li" align="center" gap="xs" className={css.row}>
      <DragHandle
        className={css.handle}
        label={text.moveOption(place)}
        index={index}
        onMove={onMove}
        onDrag={onDrag}
      />
      {isQuiz && (
        <input
          type="checkbox"
          className={css.right}
          aria-label={text.isRight(place)}
          title={text.isRight(place)}
          checked={option.isRight}
          onChange={(event) => onChange({ isRight: event.currentTarget.checked })}
        />
      )}
      <TextInput
        type="text"
        flex={1}
        aria-label={text.option(place)}
        placeholder={text.option(place)}
        value={option.text}
        maxLength={longestText}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <IconButton
        icon={IconTrash}
        className={css.icon}
        aria-label={text.removeOption(place)}
        disabled={isLocked}
        onClick={onRemove}
      />
    </Row>
  );
}
