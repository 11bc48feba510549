import { Textarea, TextInput } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import type { GroupDraft, GroupFaults } from '../model/group-form.ts';
import { Options } from '../shared/options.tsx';

type Props = {
  draft: GroupDraft;
  faults: GroupFaults;
  serverFault: (field: string) => string | undefined;
  onChange: (draft: GroupDraft) => void;
};

/** A group's name, description and visibility. */
export function GroupFields({ draft, faults, serverFault, onChange }: Props) {
  const text = useText('groups');
  return (
    <>
      <TextInput
        label={text.name}
        placeholder={text.nameHint}
        value={draft.name}
        autoComplete="off"
        data-autofocus
        size="md"
        error={
          faults.name ? (faults.name === 'missing' ? text.nameMissing : text.nameLong) : serverFault('name')
        }
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <Textarea
        label={text.description}
        placeholder={text.descriptionHint}
        value={draft.description}
        rows={3}
        size="md"
        error={faults.description ? text.descriptionLong : serverFault('description')}
        onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
      />
      <Options
        label={text.seenBy}
        value={draft.isPublic ? 'public' : 'private'}
        options={[
          { value: 'private', label: text.private, text: text.privateHint, icon: <IconLock size={18} /> },
          { value: 'public', label: text.public, text: text.publicHint, icon: <IconWorld size={18} /> },
        ]}
        onChange={(seen) => onChange({ ...draft, isPublic: seen === 'public' })}
      />
    </>
  );
}
