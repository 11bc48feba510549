import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Person } from '../../../models/call/people/people.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { useCall } from '../call-context.ts';

const longest = 100;

type Props = { person: Person; isOpen: boolean; returnTo: () => HTMLElement | null; onClose: () => void };

/** A moderator gives a person another name, which everybody sees. */
export function RenameDialog({ person, isOpen, returnTo, onClose }: Props) {
  const words = useText('moderation');
  return (
    <Dialog isOpen={isOpen} title={words.renameTitle(person.name)} returnTo={returnTo} onClose={onClose}>
      <RenameForm person={person} onClose={onClose} />
    </Dialog>
  );
}

function RenameForm({ person, onClose }: Pick<Props, 'person' | 'onClose'>) {
  const words = useText('moderation');
  const { moderation } = useCall();
  const [name, setName] = useState(person.name);
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const given = name.trim();
    setMissing(given === '');
    if (given === '') return;
    setBusy(true);
    const isRenamed = await moderation.rename(person, given);
    setBusy(false);
    // A failure is a notice of the call; the written name stays for another attempt.
    if (isRenamed) onClose();
  };
  return (
    <DialogForm submit={words.renameSave} isBusy={isBusy} onSubmit={() => void save()} onCancel={onClose}>
      <TextInput
        data-autofocus
        label={words.name}
        value={name}
        maxLength={longest}
        autoComplete="off"
        error={isMissing ? words.nameMissing : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
