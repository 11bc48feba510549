import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { createRecordLink } from '../../../../../contract/limits.generated.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { lengthOf } from '../../../panel/text-rules.ts';
import { useFields } from '../../../panel/use-fields.ts';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { lifetimeText } from '../../../ui/times.ts';
import type { ListedRecord } from '../model/record.ts';
import { pathOf } from '../use-record-actions.ts';

const day = 86_400;
const lifetimes = [day, 7 * day, 30 * day, 90 * day, 365 * day];

type Props = { record: ListedRecord; onCancel: () => void; onMade: (url: string) => void };

/** Creates a link to the recording. */
export function RecordLinkForm({ record, onCancel, onMade }: Props) {
  const text = useText('recordLinks');
  const { tooLong } = useText('saving');
  const language = useLanguage();
  const api = useApi();
  const { form, submit, onSubmit } = useFields({
    initialValues: { note: '', lasts: String(7 * day), isDownloadAllowed: false },
    validate: ({ note }) => ({
      note: lengthOf(note.trim()) > createRecordLink.note && tooLong(createRecordLink.note),
    }),
    send: async ({ note, lasts, isDownloadAllowed }) => {
      // A minute less, because the clocks of the page and the server differ.
      const expiresAt = new Date(Date.now() + (Number(lasts) - 60) * 1000).toISOString();
      const body = { expiresAt, isDownloadAllowed, ...(note.trim() !== '' && { note: note.trim() }) };
      onMade((await api.createRecordLink({ ...pathOf(record), body })).url);
    },
    refusals: { forbidden: text.forbidden, too_many_record_links: text.tooMany },
  });
  return (
    <DialogForm
      submit={text.create}
      isBusy={submit.isBusy}
      trouble={submit.sentence}
      onSubmit={onSubmit}
      onCancel={onCancel}
    >
      <TextInput {...form.getInputProps('note')} data-autofocus label={text.note} autoComplete="off" />
      <NativeSelect
        {...form.getInputProps('lasts')}
        label={text.lasts}
        data={lifetimes.map((seconds) => ({
          value: String(seconds),
          label: lifetimeText(seconds, language),
        }))}
      />
      <Switch
        {...form.getInputProps('isDownloadAllowed', { type: 'checkbox' })}
        size="sm"
        label={text.allowDownload}
      />
    </DialogForm>
  );
}
