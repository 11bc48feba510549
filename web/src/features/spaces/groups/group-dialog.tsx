import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { emptyGroup, groupChanges, groupDraftOf, sentGroup } from '../model/group-form.ts';
import type { Space } from '../model/types.ts';
import { GroupFields, useGroupForm } from './group-fields.tsx';

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
  const before = space ? groupDraftOf(space) : emptyGroup;
  const { form, submit, onSubmit } = useGroupForm({
    initialValues: before,
    send: async (draft) => {
      const body = space ? groupChanges(before, draft) : undefined;
      if (space && body && Object.keys(body).length === 0) return onClose();
      const saved =
        space && body
          ? await api.updateSpace({ spaceId: space.id, body })
          : await api.createSpace({ body: sentGroup(draft) });
      onDone(saved);
    },
  });

  return (
    <DialogForm
      submit={space ? text.save : text.create}
      isBusy={submit.isBusy}
      trouble={submit.sentence}
      onSubmit={onSubmit}
      onCancel={onClose}
    >
      <GroupFields form={form} />
    </DialogForm>
  );
}
