import { TextInput } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { AccessOptions } from '../../../panel/entry-form/access-options.tsx';
import { nameFault } from '../../../panel/text-rules.ts';
import { useFields } from '../../../panel/use-fields.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import type { Playback } from '../page/playback-part.ts';

type Props = { spaceId: string; onClose: () => void; onMade: (playback: Playback) => void };

export function NewPlayback({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const text = useText('playbacks');
  return (
    <Dialog isOpen={isOpen} title={text.makeTitle} onClose={props.onClose}>
      <Form {...props} />
    </Dialog>
  );
}

/** Private by default, as rooms: a public webinar admits anybody, whatever its links say. */
function Form({ spaceId, onClose, onMade }: Props) {
  const text = useText('playbacks');
  const api = useApi();
  const refusals = useText('spaceRefusals');
  const { form, submit, onSubmit } = useFields<Pick<Playback, 'name' | 'isPublic'>>({
    initialValues: { name: '', isPublic: false },
    validate: ({ name }) => {
      const fault = nameFault(name);
      return { name: fault && (fault === 'missing' ? text.nameMissing : text.nameLong) };
    },
    send: async ({ name, isPublic }) => {
      const body = { name: name.trim(), type: 'webinar' as const, isPublic };
      onMade(await api.createPlayback({ spaceId, body }));
    },
    refusals,
  });
  return (
    <DialogForm
      submit={text.create}
      isBusy={submit.isBusy}
      trouble={submit.sentence}
      onSubmit={onSubmit}
      onCancel={onClose}
    >
      <TextInput
        {...form.getInputProps('name')}
        label={text.name}
        placeholder={text.nameHint}
        autoComplete="off"
        data-autofocus
        size="md"
      />
      <AccessOptions
        text={text}
        value={form.values.isPublic}
        onChange={(isPublic) => form.setFieldValue('isPublic', isPublic)}
      />
    </DialogForm>
  );
}
