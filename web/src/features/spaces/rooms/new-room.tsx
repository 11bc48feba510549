import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { nameFault } from '../model/text-rules.ts';
import type { Room } from '../model/types.ts';
import { useRequest } from '../shared/use-request.ts';
import { EntryOptions, KindOptions } from './room-kind.tsx';

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
  const { act, isBusy, trouble, fault: serverFault } = useRequest();
  const [name, setName] = useState('');
  const [type, setType] = useState<Room['type']>('lesson');
  const [isPublic, setPublic] = useState(false);
  const [isTried, setTried] = useState(false);
  const fault = isTried ? nameFault(name) : undefined;

  function onSubmit(): void {
    setTried(true);
    if (nameFault(name)) return;
    const body = { name: name.trim(), type, isPublic };
    void act(async () => onMade(await api.createRoom({ spaceId, body })));
  }

  return (
    <DialogForm submit={text.create} isBusy={isBusy} trouble={trouble} onSubmit={onSubmit} onCancel={onClose}>
      <TextInput
        label={text.name}
        placeholder={text.nameHint}
        value={name}
        autoComplete="off"
        data-autofocus
        size="md"
        error={fault ? (fault === 'missing' ? text.nameMissing : text.nameLong) : serverFault('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <KindOptions value={type} onChange={setType} />
      <EntryOptions value={isPublic} onChange={setPublic} />
    </DialogForm>
  );
}
