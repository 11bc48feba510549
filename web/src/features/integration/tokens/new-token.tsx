import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { createPersonalToken } from '../../../../../contract/limits.generated.ts';
import type { TokenScope } from '../../../../../contract/permissions/token-scopes.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { emptyFault } from '../../../models/account/rules.ts';
import { CurrentPassword } from '../../../panel/current-password.tsx';
import { lengthOf } from '../../../panel/text-rules.ts';
import { useFields } from '../../../panel/use-fields.ts';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Options } from '../../../ui/form/options.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { lifetimeText } from '../../../ui/times.ts';
import type { ShownSecret } from '../secret-dialog.tsx';
import type { TokenSource } from './token-source.ts';

const someScopes = ['rooms', 'reports', 'recordings', 'webhooks', 'read'] as const satisfies TokenScope[];

const day = 86_400;
const lifetimes = [30 * day, 90 * day, 365 * day];
const endless = '';

type Props = { source: TokenSource; onCancel: () => void; onMade: (shown: ShownSecret) => void };

interface Values extends Record<string, unknown> {
  name: string;
  rights: 'all' | 'some';
  scopes: string[];
  lasts: string;
  currentPassword: string;
}

const initialValues: Values = { name: '', rights: 'all', scopes: [], lasts: endless, currentPassword: '' };

const chosenScopes = ({ rights, scopes }: Values): TokenScope[] =>
  rights === 'all' ? ['all'] : someScopes.filter((scope) => scopes.includes(scope));

/** Creates a token: its name, its rights and its end. */
export function NewToken({ source, onCancel, onMade }: Props) {
  const text = useText('integration');
  const { tooLong } = useText('saving');
  const language = useLanguage();
  const { form, submit, onSubmit } = useFields<Values>({
    initialValues,
    validate: (values) => ({
      name: emptyFault(values.name)
        ? text.tokenNameMissing
        : lengthOf(values.name.trim()) > createPersonalToken.name && tooLong(createPersonalToken.name),
      scopes: chosenScopes(values).length === 0 && text.scopesMissing,
      currentPassword: emptyFault(values.currentPassword),
    }),
    send: async (values) => {
      const { name, lasts, currentPassword } = values;
      const made = await source.create({
        ...{ name: name.trim(), scopes: chosenScopes(values), currentPassword },
        ...(lasts !== endless && { expiresAt: new Date(Date.now() + Number(lasts) * 1000).toISOString() }),
      });
      onMade({
        title: text.tokenShown(plainName(made.name)),
        values: [{ label: text.token, value: made.token }],
      });
    },
    refusals: { too_many_tokens: text.tooManyTokens },
    focusAfterRefusal: 'currentPassword',
  });
  const { error: scopesFault } = form.getInputProps('scopes');

  return (
    <DialogForm
      submit={text.createToken}
      isBusy={submit.isBusy}
      trouble={submit.sentence}
      onSubmit={onSubmit}
      onCancel={onCancel}
    >
      <TextInput
        {...form.getInputProps('name')}
        data-autofocus
        label={text.tokenName}
        placeholder={text.tokenNamePlaceholder}
        autoComplete="off"
      />
      <Options
        label={text.rights}
        value={form.values.rights}
        onChange={(rights) => form.setFieldValue('rights', rights)}
        options={[
          { value: 'all', label: text.scopeAll, text: source.texts.allText },
          { value: 'some', label: text.scopeSome, text: text.scopeSomeText },
        ]}
      />
      {form.values.rights === 'some' && (
        <Checkbox.Group
          label={text.scopesChosen}
          value={form.values.scopes}
          onChange={(scopes) => form.setFieldValue('scopes', scopes)}
          error={scopesFault}
        >
          <Stack gap="sm">
            {someScopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                radius={5}
                label={text.scopes[scope]}
                description={text.scopeTexts[scope]}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <NativeSelect
        {...form.getInputProps('lasts')}
        label={text.tokenLasts}
        data={[
          { value: endless, label: text.tokenEndless },
          ...lifetimes.map((seconds) => ({
            value: String(seconds),
            label: lifetimeText(seconds, language),
          })),
        ]}
      />
      <CurrentPassword {...form.getInputProps('currentPassword')} />
    </DialogForm>
  );
}
