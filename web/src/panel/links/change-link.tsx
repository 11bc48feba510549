import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { lifetimeText, minuteTime } from '../../ui/times.ts';
import { useLast } from '../../ui/use-last.ts';
import { useApi } from '../context.ts';
import { Quiet } from '../quiet.tsx';
import { useSubmit } from '../use-submit.ts';
import { RoleOptions } from './invite/link-form.tsx';
import { linkLifetimes } from './invite/model/link-form.ts';
import { type AccessLink, placeOf, type SharedRoom } from './shared-room.ts';

type Props = {
  link: AccessLink | undefined;
  room: SharedRoom;
  onClose: () => void;
  onSaved: () => void;
};

/** Changes the role or the expiry of a link. */
export function ChangeLink({ link, room, onClose, onSaved }: Props) {
  const text = useText('links');
  const shown = useLast(link);
  return (
    <Dialog
      isOpen={link !== undefined}
      title={shown ? text.changeTitle(plainName(shown.username)) : ''}
      onClose={onClose}
    >
      {shown && <Form key={shown.id} link={shown} room={room} onClose={onClose} onSaved={onSaved} />}
    </Dialog>
  );
}

function Form({ link, room, onClose, onSaved }: Props & { link: AccessLink }) {
  const text = useText('links');
  const language = useLanguage();
  const api = useApi();
  const refusals = useText('spaceRefusals');
  const [role, setRole] = useState(link.role);
  const [lasts, setLasts] = useState('');
  const submit = useSubmit(async () => {
    const expiresAt = lasts === '' ? undefined : new Date(Date.now() + Number(lasts) * 1000).toISOString();
    const body = { role, ...(expiresAt !== undefined && { expiresAt }) };
    await api.updateAccessLink({ ...placeOf(room), linkId: link.id, body });
    onSaved();
  }, refusals);
  return (
    <DialogForm
      submit={text.save}
      isBusy={submit.isBusy}
      trouble={submit.sentence}
      onSubmit={() => void submit.run()}
      onCancel={onClose}
    >
      <RoleOptions kind={room.kind} value={role} onChange={setRole} />
      <Quiet>{text.validUntil(minuteTime(new Date(link.expiresAt), language))}</Quiet>
      <NativeSelect
        label={text.validLonger}
        value={lasts}
        data={[
          { value: '', label: text.unchanged },
          ...linkLifetimes.map((seconds) => ({
            value: String(seconds),
            label: lifetimeText(seconds, language),
          })),
        ]}
        onChange={(event) => setLasts(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
