import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import type { SharedRoom } from '../links/shared-room.ts';
import { longestName, nameFault } from '../text-rules.ts';
import { useFields } from '../use-fields.ts';
import { AccessOptions, usePlaceText } from './access-options.tsx';

type NewPlace = Pick<SharedRoom, 'name' | 'isPublic'>;
type Props = Pick<SharedRoom, 'kind'> & {
  create: (place: NewPlace) => Promise<void>;
  onClose: () => void;
  /** Fields between the name and the access. */
  kindField?: ReactNode;
  children?: ReactNode;
};

/**
 * Creates a room or an automatic webinar, in a dialog. Private by default: a public one admits anybody, whatever its
 * links say.
 */
export function NewPlaceForm({ kind, create, onClose, kindField, children }: Props) {
  const text = usePlaceText(kind);
  const { tooLong } = useText('saving');
  const refusals = useText('spaceRefusals');
  const { form, submit, onSubmit } = useFields<NewPlace>({
    initialValues: { name: '', isPublic: false },
    validate: ({ name }) => {
      const fault = nameFault(name);
      return { name: fault && (fault === 'missing' ? text.nameMissing : tooLong(longestName)) };
    },
    send: ({ name, isPublic }) => create({ name: name.trim(), isPublic }),
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
      />
      {kindField}
      <AccessOptions
        kind={kind}
        value={form.values.isPublic}
        onChange={(isPublic) => form.setFieldValue('isPublic', isPublic)}
      />
      {children}
    </DialogForm>
  );
}
