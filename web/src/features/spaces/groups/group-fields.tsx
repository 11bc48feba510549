import { Textarea, TextInput } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { longestDescription, longestName } from '../../../panel/text-rules.ts';
import { type Fields, useFields } from '../../../panel/use-fields.ts';
import { Options } from '../../../ui/form/options.tsx';
import { type GroupDraft, groupFaults } from '../model/group-form.ts';

type FormOptions = { initialValues: GroupDraft; send: (draft: GroupDraft) => Promise<unknown> };

export function useGroupForm(options: FormOptions): Fields<GroupDraft> {
  const text = useText('groups');
  const { tooLong } = useText('saving');
  const refusals = useText('spaceRefusals');
  return useFields({
    ...options,
    refusals,
    validate: (draft) => {
      const { name, description, logo, color } = groupFaults(draft);
      return {
        name: name && (name === 'missing' ? text.nameMissing : tooLong(longestName)),
        description: description && tooLong(longestDescription),
        logo: logo && text.logoBad,
        color: color && text.colorBad,
      };
    },
  });
}

/** A group's name, description and visibility. */
export function GroupFields({ form }: Pick<Fields<GroupDraft>, 'form'>) {
  const text = useText('groups');
  return (
    <>
      <TextInput
        {...form.getInputProps('name')}
        label={text.name}
        placeholder={text.nameHint}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        {...form.getInputProps('description')}
        label={text.description}
        placeholder={text.descriptionHint}
        rows={3}
        size="md"
      />
      <Options
        label={text.seenBy}
        value={form.values.isPublic ? 'public' : 'private'}
        options={[
          { value: 'private', label: text.private, text: text.privateHint, icon: <IconLock size={18} /> },
          { value: 'public', label: text.public, text: text.publicHint, icon: <IconWorld size={18} /> },
        ]}
        onChange={(seen) => form.setFieldValue('isPublic', seen === 'public')}
      />
    </>
  );
}
