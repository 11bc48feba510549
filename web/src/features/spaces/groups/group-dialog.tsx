import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { emptyGroup, groupChanges, groupDraftOf, groupFaults, sentGroup } from '../model/group-form.ts';
import type { Space } from '../model/types.ts';
import { useRequest } from '../shared/use-request.ts';
import { GroupFields } from './group-fields.tsx';

type Props = {
  isOpen: boolean;
  /** Undefined to create a group. */
  space?: Space | undefined;
  onClose: () => void;
  onDone: (space: Space) => void;
};

export function GroupDialog({ isOpen, space, onClose, onDone }: Props) {
  const text = useText('groups');
  return (
    <Dialog isOpen={isOpen} title={space ? text.editTitle : text.makeTitle} onClose={onClose}>
      <Form space={space} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function Form({ space, onClose, onDone }: Omit<Props, 'isOpen'>) {
  const text = useText('groups');
  const api = useApi();
  const { act, isBusy, trouble, fault } = useRequest();
  const before = space ? groupDraftOf(space) : emptyGroup;
  const [draft, setDraft] = useState(before);
  const [isTried, setTried] = useState(false);
  const faults = isTried ? groupFaults(draft) : {};

  async function save(): Promise<void> {
    const body = space ? groupChanges(before, draft) : undefined;
    if (space && body && Object.keys(body).length === 0) return onClose();
    const saved =
      space && body
        ? await api.updateSpace({ spaceId: space.id, body })
        : await api.createSpace({ body: sentGroup(draft) });
    onDone(saved);
  }

  function onSubmit(): void {
    setTried(true);
    if (Object.keys(groupFaults(draft)).length === 0) void act(save);
  }

  return (
    <DialogForm
      submit={space ? text.save : text.create}
      isBusy={isBusy}
      trouble={trouble}
      onSubmit={onSubmit}
      onCancel={onClose}
    >
      <GroupFields draft={draft} faults={faults} serverFault={fault} onChange={setDraft} />
    </DialogForm>
  );
}
