import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import css from './name-field.module.css';

const longest = 200;

type Props = {
  label: string;
  value: string;
  /** What is said of an empty field. */
  missing: string;
  /** Says whether it was saved; where it was not, the field stays. */
  onSave: (name: string) => Promise<boolean>;
  onClose: () => void;
  /** Who is still in the field as it closes goes on from here. */
  returnTo: () => HTMLElement | null;
};

/** A name that is written anew where it stands. Enter and leaving the field save it, Escape brings the old one back. */
export function NameField({ label, value, missing, onSave, onClose, returnTo }: Props) {
  const [written, setWritten] = useState(value);
  const [isEmpty, setEmpty] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const fault = useId();

  useEffect(() => {
    // The menu that led here gives the focus back to its button first.
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  /** Nobody has gone on to another place meanwhile. */
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
    <span className={css.editor}>
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
        <span id={fault} className={css.fault} role="alert">
          {missing}
        </span>
      )}
    </span>
  );
}
