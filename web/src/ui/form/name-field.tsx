import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Stack, Text } from '../layout/layout.tsx';
import css from './name-field.module.css';

const longest = 200;

type Props = {
  label: string;
  value: string;
  /** The error of an empty field. */
  missing: string;
  /** Resolves to whether the name was saved; the field stays if not. */
  onSave: (name: string) => Promise<boolean>;
  onClose: () => void;
  /** An entry of a menu opened the field, not a button. */
  isFromMenu: boolean;
  /** Gets the focus if it is still in the field when the field closes. */
  returnTo: () => HTMLElement | null;
};

function takeFocus(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

/** Renames in place. Enter and leaving the field save, Escape restores the old name. */
export function NameField({ label, value, missing, isFromMenu, onSave, onClose, returnTo }: Props) {
  const [written, setWritten] = useState(value);
  const [isEmpty, setEmpty] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const fault = useId();

  // At once, so that no letter is lost.
  useLayoutEffect(() => {
    if (!isFromMenu) takeFocus(field.current);
  }, [isFromMenu]);
  useEffect(() => {
    if (!isFromMenu) return;
    // Wait until the menu has returned the focus to its button.
    const frame = requestAnimationFrame(() => takeFocus(field.current));
    return () => cancelAnimationFrame(frame);
  }, [isFromMenu]);

  /** The focus has not moved elsewhere meanwhile. */
  const isHere = (): boolean =>
    document.activeElement === field.current || document.activeElement === document.body;

  function close(): void {
    isOver.current = true;
    onClose();
    if (isHere()) returnTo()?.focus();
  }

  async function save(): Promise<void> {
    const name = written.trim();
    if (isBusy || isOver.current) return;
    if (name === value) return close();
    if (name === '') return setEmpty(true);
    setBusy(true);
    const isSaved = await onSave(name);
    setBusy(false);
    if (isSaved) close();
    else if (isHere()) field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') void save();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  }

  return (
    <Stack as="span" gap="xs" grow className={css.editor}>
      <input
        ref={field}
        className={css.field}
        aria-label={label}
        aria-invalid={isEmpty || undefined}
        aria-describedby={isEmpty ? fault : undefined}
        aria-busy={isBusy}
        readOnly={isBusy}
        maxLength={longest}
        autoComplete="off"
        dir="auto"
        value={written}
        onChange={(event) => {
          setWritten(event.currentTarget.value);
          setEmpty(false);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => (written.trim() === '' ? close() : void save())}
      />
      {isEmpty && (
        <Text id={fault} as="span" size="sm" tone="danger" role="alert">
          {missing}
        </Text>
      )}
    </Stack>
  );
}
