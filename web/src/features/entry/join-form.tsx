import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../plain-name.ts';
import type { EntryForm, FieldName } from '../../visit/enter.ts';
import type { Welcome } from '../../visit/open.ts';
import classes from './entry.module.css';
import { faults } from './faults.ts';
import { messages } from './messages.ts';

export type JoinFormProps = {
  welcome: Welcome;
  form: EntryForm;
  onChange: (form: EntryForm) => void;
  /** The fields whose values the server refused. */
  refused: readonly FieldName[];
  isAway: boolean;
  isJoining: boolean;
  onJoin: () => void;
};

export function JoinForm({ welcome, form, onChange, refused, isAway, isJoining, onJoin }: JoinFormProps) {
  const text = useText(messages);
  const [isTried, setTried] = useState(false);
  const found = faults(welcome, form);

  function errorOf(field: FieldName): string | undefined {
    if (isTried && found[field] === 'missing') return text[`${field}Missing`];
    if ((isTried && found[field]) || refused.includes(field)) return text[`${field}Bad`];
    return undefined;
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setTried(true);
    const first = event.currentTarget.querySelector<HTMLInputElement>(
      Object.keys(found)
        .map((field) => `input[name="${field}"]`)
        .join(',') || 'input[data-none]',
    );
    if (first) first.focus();
    else if (!isJoining) onJoin();
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {welcome.isNameFixed ? (
        <p className={classes.fixedName}>
          {text.joiningAs} <strong>{plainName(welcome.name)}</strong>
        </p>
      ) : (
        <TextInput
          size="md"
          name="name"
          label={text.name}
          placeholder={text.namePlaceholder}
          autoComplete="name"
          value={form.name}
          error={errorOf('name')}
          onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
        />
      )}
      {welcome.fields.map(({ slug, required, description }) => (
        <TextInput
          key={slug}
          size="md"
          name={slug}
          type={slug === 'phone' ? 'tel' : 'email'}
          autoComplete={slug === 'phone' ? 'tel' : 'email'}
          label={required ? text[slug] : text.optional(text[slug])}
          classNames={{ description: classes.description }}
          description={description || undefined}
          placeholder={slug === 'email' ? text.emailPlaceholder : undefined}
          value={form[slug] ?? ''}
          error={errorOf(slug)}
          aria-required={required}
          onChange={(event) => onChange({ ...form, [slug]: event.currentTarget.value })}
        />
      ))}
      <Button type="submit" size="lg" fullWidth loading={isJoining} className={classes.join}>
        {welcome.role === 'moderator' && welcome.room.type === 'webinar' ? text.startWebinar : text.join}
      </Button>
      <p className={classes.formError} role="alert">
        {isAway ? text.away : ''}
      </p>
    </form>
  );
}
