import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { emptyFault } from '../../../models/account/rules.ts';
import { useApi } from '../../../panel/context.ts';
import { CurrentPassword } from '../../../panel/current-password.tsx';
import { useFields } from '../../../panel/use-fields.ts';
import { navigate } from '../../../routing/navigation.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Section } from '../../../ui/page/section.tsx';
import type { Space } from '../model/types.ts';
import { MemberChoice } from '../people/member-choice.tsx';

type Props = { space: Space; onChanged: (space: Space) => void };

/** Makes another member the owner of the group. */
export function TransferSection({ space, onChanged }: Props) {
  const text = useText('groups');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Section title={text.transferTitle} text={text.transferText}>
      <div>
        <Button ref={button} variant="default" onClick={() => setOpen(true)}>
          {text.transfer}
        </Button>
      </div>
      <Dialog isOpen={isOpen} title={text.transferQuestion} onClose={() => setOpen(false)}>
        <TransferForm
          space={space}
          onCancel={() => setOpen(false)}
          onDone={(changed) => {
            // The new role has no settings.
            navigate(pathTo(pages.group, { spaceId: space.id }));
            onChanged(changed);
          }}
        />
      </Dialog>
    </Section>
  );
}

type FormProps = { space: Space; onCancel: () => void; onDone: (changed: Space) => void };

function TransferForm({ space, onCancel, onDone }: FormProps) {
  const text = useText('groups');
  const api = useApi();
  const { form, submit, onSubmit } = useFields({
    initialValues: { userId: '', currentPassword: '' },
    validate: ({ userId, currentPassword }) => ({
      userId: userId === '' && text.transferMissing,
      currentPassword: emptyFault(currentPassword),
    }),
    send: async (body) => onDone(await api.transferSpace({ spaceId: space.id, body })),
    fieldRefusals: { userId: text.transferGone },
    focusAfterRefusal: 'currentPassword',
  });
  const fault: unknown = form.getInputProps('userId').error;
  return (
    <DialogForm
      submit={text.transfer}
      isBusy={submit.isBusy}
      trouble={submit.sentence}
      onSubmit={onSubmit}
      onCancel={onCancel}
    >
      <MemberChoice
        spaceId={space.id}
        chosen={form.values.userId}
        error={typeof fault === 'string' ? fault : undefined}
        isWithoutOwner
        onChoose={(userId) => form.setFieldValue('userId', userId)}
      />
      <CurrentPassword {...form.getInputProps('currentPassword')} />
    </DialogForm>
  );
}
