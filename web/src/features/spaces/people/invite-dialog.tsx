import { NativeSelect } from '@mantine/core';
import { IconShieldStar, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { inviteLifetimes, usualInviteLifetime } from '../../../panel/links/invite/model/link-form.ts';
import { SendByEmail } from '../../../panel/send-by-email.tsx';
import { useRequest } from '../../../panel/use-request.ts';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { MakingDialog } from '../../../ui/form/making-dialog.tsx';
import { Options } from '../../../ui/form/options.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { CopyField } from '../../../ui/parts/copy.tsx';
import { lifetimeText, minuteTime } from '../../../ui/times.ts';
import type { Invite } from '../model/types.ts';

type Props = { isOpen: boolean; spaceId: string; onClose: () => void; onMade?: (() => void) | undefined };

/** Invites one person. */
export function InviteDialog({ isOpen, spaceId, onClose, onMade }: Props) {
  const text = useText('members');
  return (
    <MakingDialog<Invite>
      isOpen={isOpen}
      title={text.inviteTitle}
      another={text.another}
      onClose={onClose}
      onMade={onMade}
      form={(onReady) => <Form spaceId={spaceId} onClose={onClose} onMade={onReady} />}
      made={(invite) => <Made spaceId={spaceId} invite={invite} />}
    />
  );
}

type FormProps = { spaceId: string; onClose: () => void; onMade: (invite: Invite) => void };

function Form({ spaceId, onClose, onMade }: FormProps) {
  const text = useText('members');
  const language = useLanguage();
  const api = useApi();
  const { act, isBusy, trouble } = useRequest();
  const [role, setRole] = useState<Invite['role']>('role_space_user');
  const [ttl, setTtl] = useState(usualInviteLifetime);

  function onSubmit(): void {
    void act(async () => onMade(await api.createInvite({ spaceId, body: { role, ttl } })));
  }

  return (
    <DialogForm
      submit={text.makeLink}
      isBusy={isBusy}
      trouble={trouble}
      onSubmit={onSubmit}
      onCancel={onClose}
    >
      <Options
        label={text.inviteRole}
        value={role}
        options={[
          { value: 'role_space_user', label: text.user, text: text.userHint, icon: <IconUser size={18} /> },
          {
            value: 'role_space_moderator',
            label: text.moderator,
            text: text.moderatorHint,
            icon: <IconShieldStar size={18} />,
          },
        ]}
        onChange={setRole}
      />
      <NativeSelect
        label={text.lasts}
        value={String(ttl)}
        data={inviteLifetimes.map((seconds) => ({
          value: String(seconds),
          label: lifetimeText(seconds, language),
        }))}
        onChange={(event) => setTtl(Number(event.currentTarget.value))}
      />
    </DialogForm>
  );
}

function Made({ spaceId, invite }: { spaceId: string; invite: Invite }) {
  const text = useText('members');
  const language = useLanguage();
  const api = useApi();
  return (
    <>
      <CopyField value={invite.url} label={text.link} />
      <Stack gap="xs" size="md" dim>
        <Text>
          <Text as="strong" weight={550} tone="text">
            {invite.role === 'role_space_moderator' ? text.admitsModerator : text.admitsUser}
          </Text>{' '}
          {text.onlyOnce}
        </Text>
        <Text>{text.worksUntil(minuteTime(new Date(invite.expiresAt), language))}</Text>
      </Stack>
      <SendByEmail send={(email) => api.sendInvite({ spaceId, inviteId: invite.id, body: { email } })} />
    </>
  );
}
