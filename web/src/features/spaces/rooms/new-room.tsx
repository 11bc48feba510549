import { Switch, TextInput } from '@mantine/core';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { AccessOptions } from '../../../panel/entry-form/access-options.tsx';
import { nameFault } from '../../../panel/text-rules.ts';
import { useFields } from '../../../panel/use-fields.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import type { Room } from '../model/types.ts';
import { KindOptions } from './room-kind.tsx';

type Props = { spaceId: string; onClose: () => void; onMade: (room: Room) => void };

export function NewRoom({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const text = useText('rooms');
  return (
    <Dialog isOpen={isOpen} title={text.make} onClose={props.onClose}>
      <Form {...props} />
    </Dialog>
  );
}

/** Private by default: a public room admits anybody, whatever its links say. */
function Form({ spaceId, onClose, onMade }: Props) {
  const text = useText('rooms');
  const api = useApi();
  const refusals = useText('spaceRefusals');
  const { form, submit, onSubmit } = useFields<Pick<Room, 'name' | 'type' | 'isPublic' | 'opensWith'>>({
    initialValues: { name: '', type: 'lesson', isPublic: false, opensWith: 'moderator' },
    validate: ({ name }) => {
      const fault = nameFault(name);
      return { name: fault && (fault === 'missing' ? text.nameMissing : text.nameLong) };
    },
    send: async (values) => {
      const body = { ...values, name: values.name.trim() };
      onMade(await api.createRoom({ spaceId, body }));
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
      <KindOptions value={form.values.type} onChange={(type) => form.setFieldValue('type', type)} />
      <AccessOptions
        text={text}
        value={form.values.isPublic}
        onChange={(isPublic) => form.setFieldValue('isPublic', isPublic)}
      />
      <Switch
        label={text.waitForHost}
        description={text.waitForHostHint}
        checked={form.values.opensWith === 'moderator'}
        onChange={(event) =>
          form.setFieldValue('opensWith', event.currentTarget.checked ? 'moderator' : 'anybody')
        }
      />
    </DialogForm>
  );
}
