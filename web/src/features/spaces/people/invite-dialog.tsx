import { Button, NativeSelect } from '@mantine/core';
import { IconShieldStar, IconUser } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { CopyField } from '../../../ui/copy.tsx';
import { Dialog, DialogActions, Trouble } from '../../../ui/dialog.tsx';
import { lifetime, minuteTime } from '../../../ui/times.ts';
import { uiMessages } from '../../../ui/ui-messages.ts';
import { inviteLifetimes, usualInviteLifetime } from '../model/link-form.ts';
import type { Invite } from '../model/types.ts';
import { Options } from '../shared/options.tsx';
import { useAct } from '../shared/use-act.ts';
import { peopleMessages } from './messages.ts';
import css from './people.module.css';

type Props = { spaceId: string; onClose: () => void; onMade?: (() => void) | undefined };

/** An invitation of one person: made first, then there to be copied. */
export function InviteDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const text = useText(peopleMessages);
  return (
    <Dialog isOpen={isOpen} title={text.inviteTitle} onClose={props.onClose}>
      <Steps {...props} />
    </Dialog>
  );
}

function Steps({ spaceId, onClose, onMade }: Props) {
  const [made, setMade] = useState<Invite>();
  if (made) return <Made invite={made} onClose={onClose} onAnother={() => setMade(undefined)} />;
  return (
    <Form
      spaceId={spaceId}
      onClose={onClose}
      onMade={(invite) => {
        setMade(invite);
        onMade?.();
      }}
    />
  );
}

type FormProps = { spaceId: string; onClose: () => void; onMade: (invite: Invite) => void };

function Form({ spaceId, onClose, onMade }: FormProps) {
  const text = useText(peopleMessages);
  const common = useText(uiMessages);
  const language = useLanguage();
  const api = useApi();
  const { act, isBusy, trouble } = useAct();
  const [role, setRole] = useState<Invite['role']>('role_space_moderator');
  const [ttl, setTtl] = useState(usualInviteLifetime);

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void act(async () => onMade(await api.createInvite({ spaceId, body: { role, ttl } })));
  }

  return (
    <form onSubmit={onSubmit}>
      <Options
        label={text.inviteRole}
        value={role}
        options={[
          {
            value: 'role_space_moderator',
            label: text.moderator,
            text: text.moderatorHint,
            icon: <IconShieldStar size={18} />,
          },
          { value: 'role_space_user', label: text.user, text: text.userHint, icon: <IconUser size={18} /> },
        ]}
        onChange={setRole}
      />
      <NativeSelect
        label={text.lasts}
        size="md"
        value={String(ttl)}
        data={inviteLifetimes.map((seconds) => ({
          value: String(seconds),
          label: lifetime(seconds, language),
        }))}
        onChange={(event) => setTtl(Number(event.currentTarget.value))}
      />
      <Trouble>{trouble}</Trouble>
      <DialogActions>
        <Button variant="default" size="md" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" size="md" loading={isBusy}>
          {text.makeLink}
        </Button>
      </DialogActions>
    </form>
  );
}

type MadeProps = { invite: Invite; onClose: () => void; onAnother: () => void };

function Made({ invite, onClose, onAnother }: MadeProps) {
  const text = useText(peopleMessages);
  const language = useLanguage();
  return (
    <>
      <CopyField value={invite.url} label={text.link} />
      <div className={css.made}>
        <p>
          <strong>{invite.role === 'role_space_moderator' ? text.admitsModerator : text.admitsUser}</strong>{' '}
          {text.onlyOnce}
        </p>
        <p>{text.worksUntil(minuteTime(new Date(invite.expiresAt), language))}</p>
      </div>
      <DialogActions>
        <Button variant="default" size="md" onClick={onAnother}>
          {text.another}
        </Button>
        <Button variant="default" size="md" onClick={onClose}>
          {text.done}
        </Button>
      </DialogActions>
    </>
  );
}
