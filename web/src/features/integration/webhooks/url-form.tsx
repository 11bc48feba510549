import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { useSubmit } from '../../../panel/use-submit.ts';
import { SavedNote } from '../../../ui/form/saved.tsx';
import css from '../integration.module.css';
import { urlFault } from './url-fault.ts';

type Props = { url?: string; button: string; save: (url: string) => Promise<void> };

/** The address of the receiver. */
export function UrlForm({ url = '', button, save }: Props) {
  const text = useText('webhooks');
  const [written, setWritten] = useState(url);
  const [isTried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = useSubmit(() => save(written.trim()), { webhook_exists: text.webhookExists });
  const fault = urlFault(written);

  function send(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (fault) field.current?.focus();
    else void submit.run();
  }

  return (
    <form className={css.form} noValidate onSubmit={send}>
      <TextInput
        ref={field}
        size="md"
        name="url"
        type="url"
        label={text.url}
        placeholder={text.urlPlaceholder}
        autoComplete="off"
        spellCheck={false}
        value={written}
        error={
          (isTried && fault && (fault === 'missing' ? text.urlMissing : text.urlBad)) ||
          submit.fault('url', text.urlRefused)
        }
        onChange={(event) => {
          setWritten(event.currentTarget.value);
          submit.touch();
        }}
      />
      <ProblemLine of={submit} />
      <div className={css.actions}>
        <Button type="submit" loading={submit.isBusy}>
          {button}
        </Button>
        <SavedNote>{submit.isDone && text.saved}</SavedNote>
      </div>
    </form>
  );
}
