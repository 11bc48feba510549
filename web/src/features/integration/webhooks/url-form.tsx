import { Button, TextInput } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { useFields } from '../../../panel/use-fields.ts';
import { SavedNote } from '../../../ui/form/saved.tsx';
import css from '../integration.module.css';
import { urlFault } from './url-fault.ts';

type Props = { url?: string; button: string; save: (url: string) => Promise<void> };

/** The address of the receiver. */
export function UrlForm({ url = '', button, save }: Props) {
  const text = useText('webhooks');
  const { form, submit, onSubmit } = useFields({
    initialValues: { url },
    validate: (values) => {
      const fault = urlFault(values.url);
      return { url: fault && (fault === 'missing' ? text.urlMissing : text.urlBad) };
    },
    send: (values) => save(values.url.trim()),
    refusals: { too_many_webhooks: text.tooManyWebhooks },
    fieldRefusals: { url: text.urlRefused },
  });

  return (
    <form className={css.form} noValidate onSubmit={onSubmit}>
      <TextInput
        {...form.getInputProps('url')}
        size="md"
        type="url"
        label={text.url}
        placeholder={text.urlPlaceholder}
        autoComplete="off"
        spellCheck={false}
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
