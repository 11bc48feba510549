import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/texts.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { EntryForm, FieldName } from '../../models/visit/enter.ts';
import type { EntryField } from '../../models/visit/fields.ts';
import type { OpenedRoom } from '../../models/visit/open.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import classes from './entry.module.css';
import { type EntryFault, entryFaultsOf } from './entry-faults.ts';

type JoinFormProps = {
  welcome: OpenedRoom;
  form: EntryForm;
  onChange: (form: EntryForm) => void;
  /** The fields whose values the server refused. */
  refused: readonly FieldName[];
  /** A problem that does not belong to a field. */
  trouble: 'away' | 'changed' | undefined;
  isJoining: boolean;
  /** Whether there are devices that the person may leave off. */
  hasDevices: boolean;
  onJoin: (withDevices: boolean) => void;
};

export function JoinForm({ welcome, form, onChange, refused, trouble, ...rest }: JoinFormProps) {
  const { isJoining, hasDevices, onJoin } = rest;
  const text = useText('entry');
  const [isTried, setTried] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const found = entryFaultsOf(welcome, form);

  useEffect(() => focusFirst(element.current, refused), [refused]);

  const faultOf = (field: FieldName): EntryFault | undefined => {
    if (isTried && found[field]) return found[field];
    if (!refused.includes(field)) return undefined;
    return form[field]?.trim() ? 'bad' : 'missing';
  };

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    const first = Object.keys(found);
    if (first.length > 0) focusFirst(event.currentTarget, first);
    else if (!isJoining) onJoin(!isWithout(event));
  }

  return (
    <Stack as="form" gap="lg" className={classes.form} ref={element} onSubmit={submit} noValidate>
      {welcome.isNameFixed ? (
        <Text size="lg" dim breaks p="md lg" radius="md" ground="ground-soft" className={classes.fixedName}>
          {text.joiningAs} <strong>{plainName(welcome.name)}</strong>
        </Text>
      ) : (
        <TextInput
          name="name"
          label={text.name}
          withAsterisk={welcome.fields.length > 0}
          aria-required
          placeholder={text.namePlaceholder}
          autoComplete="name"
          dir="auto"
          value={form.name}
          error={wordsOf(text, 'name', faultOf('name'))}
          onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
        />
      )}
      {welcome.fields.map((field) => (
        <AskedInput
          key={field.key}
          field={field}
          value={form[field.key] ?? ''}
          fault={faultOf(field.key)}
          onChange={(value) => onChange({ ...form, [field.key]: value })}
        />
      ))}
      <div className={classes.foot}>
        <Text size="md" tone="danger" hidesEmpty role="alert">
          {trouble ? text[trouble] : ''}
        </Text>
        <Button type="submit" size="lg" fullWidth loading={isJoining}>
          {text[buttonOf(welcome)]}
        </Button>
      </div>
      {hasDevices && (
        <Text
          as="button"
          type="submit"
          name={without}
          size="md"
          weight={500}
          tone="accent"
          underline="hover"
          p="0 md"
          tall={44}
          self="center"
          className={classes.without}
        >
          {text.without}
        </Text>
      )}
    </Stack>
  );
}

/** The name of the button that leaves the devices off. */
const without = 'without';

function isWithout({ nativeEvent }: FormEvent): boolean {
  const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return submitter instanceof HTMLButtonElement && submitter.name === without;
}

type AskedInputProps = {
  field: EntryField;
  value: string;
  fault: EntryFault | undefined;
  onChange: (value: string) => void;
};

function AskedInput({ field, value, fault, onChange }: AskedInputProps) {
  const text = useText('entry');
  const { key, kind, title, description, isRequired } = field;
  const label = title ?? (kind === 'phone' ? text.phone : text.email);
  return (
    <TextInput
      name={key}
      type={kind === 'phone' ? 'tel' : kind}
      autoComplete={{ phone: 'tel', email: 'email', text: 'off' }[kind]}
      dir={kind === 'text' ? 'auto' : undefined}
      label={<bdi>{isRequired ? label : text.optional(label)}</bdi>}
      withAsterisk={isRequired}
      classNames={{ label: classes.label, description: classes.description }}
      description={description || undefined}
      placeholder={kind === 'email' ? text.emailPlaceholder : undefined}
      value={value}
      error={wordsOf(text, kind, fault)}
      aria-required={isRequired}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type Words = Texts['entry'];

const wordsOf = (text: Words, kind: EntryField['kind'] | 'name', fault: EntryFault | undefined) =>
  fault && (fault === 'missing' ? text[`${kind}Missing`] : text[`${kind}Bad`]);

function buttonOf({ role, room, mustWait }: OpenedRoom): 'startWebinar' | 'ask' | 'join' {
  // An automatic webinar starts without a moderator.
  if (role === 'moderator' && room.type === 'webinar' && room.kind === 'room') return 'startWebinar';
  return mustWait ? 'ask' : 'join';
}

/** The first of these fields in the order of the page. */
function focusFirst(form: HTMLFormElement | null, names: readonly FieldName[]): void {
  const inputs = [...(form?.elements ?? [])].filter((one) => one instanceof HTMLInputElement);
  inputs.find(({ name }) => names.includes(name))?.focus();
}
