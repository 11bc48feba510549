import { TextInput } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import { SettingsForm } from '../../../panel/settings-form.tsx';
import { useFields } from '../../../panel/use-fields.ts';

/** Checks an address before it is sent. The server checks where it leads. */
function urlFault(written: string): 'missing' | 'bad' | undefined {
  const text = written.trim();
  if (text === '') return 'missing';
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? undefined : 'bad';
}

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
    <SettingsForm submit={submit} onSubmit={onSubmit} button={button} saved={text.saved}>
      <TextInput
        {...form.getInputProps('url')}
        type="url"
        label={text.url}
        placeholder={text.urlPlaceholder}
        autoComplete="off"
        spellCheck={false}
      />
    </SettingsForm>
  );
}
