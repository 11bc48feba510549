import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconShieldStar, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '../../../../../contract/routes.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { CopyField } from '../../../ui/parts/copy.tsx';
import { lifetimeText, minuteTime } from '../../../ui/times.ts';
import { emptyLink, type LinkDraft, linkFaults, linkLifetimes, linkOf } from '../model/link-form.ts';
import type { Room } from '../model/types.ts';
import { MakingDialog } from '../shared/making-dialog.tsx';
import { Options } from '../shared/options.tsx';
import { useRequest } from '../shared/use-request.ts';
import { LinkExtras } from './link-extras.tsx';
import css from './links.module.css';
import type { LinkPlace } from './use-link-actions.ts';

type Props = { isOpen: boolean; room: Room; onClose: () => void; onMade?: () => void };
type MadeLink = { link: Answer<'generateAccess'>; draft: LinkDraft };

/** Creates an access link for one person or for several, and offers to copy it. */
export function InviteToRoom({ isOpen, room, onClose, onMade }: Props) {
  const text = useText('links');
  const place = { spaceId: room.spaceId, roomId: room.id };
  return (
    <MakingDialog<MadeLink>
      isOpen={isOpen}
      title={text.inviteTo(plainName(room.name))}
      another={text.another}
      onClose={onClose}
      onMade={onMade}
      form={(onReady) => <Form place={place} onClose={onClose} onMade={onReady} />}
      made={(made) => <Made {...made} />}
    />
  );
}

type FormProps = { place: LinkPlace; onClose: () => void; onMade: (made: MadeLink) => void };

function Form({ place, onClose, onMade }: FormProps) {
  const text = useText('links');
  const language = useLanguage();
  const api = useApi();
  const { act, isBusy, trouble, fault } = useRequest();
  const [draft, setDraft] = useState(emptyLink);
  const [isTried, setTried] = useState(false);
  const faults = isTried ? linkFaults(draft) : {};
  const change = (part: Partial<LinkDraft>): void => setDraft({ ...draft, ...part });

  function onSubmit(): void {
    setTried(true);
    if (Object.keys(linkFaults(draft)).length > 0) return;
    void act(async () =>
      onMade({ link: await api.generateAccess({ ...place, body: linkOf(draft) }), draft }),
    );
  }

  return (
    <DialogForm
      submit={text.makeLink}
      isBusy={isBusy}
      trouble={trouble}
      onSubmit={onSubmit}
      onCancel={onClose}
    >
      <TextInput
        label={text.name}
        placeholder={text.nameHint}
        size="md"
        autoComplete="off"
        data-autofocus
        value={draft.username}
        error={
          faults.username
            ? faults.username === 'missing'
              ? text.nameMissing
              : text.nameLong
            : fault('username')
        }
        onChange={(event) => change({ username: event.currentTarget.value })}
      />
      <RoleOptions draft={draft} onChange={change} />
      <NativeSelect
        label={text.lasts}
        size="md"
        value={String(draft.ttl)}
        data={linkLifetimes.map((seconds) => ({
          value: String(seconds),
          label: lifetimeText(seconds, language),
        }))}
        onChange={(event) => change({ ttl: Number(event.currentTarget.value) })}
      />
      <Switch
        size="sm"
        label={text.isPermanent}
        description={text.isPermanentHint}
        checked={draft.isPermanent}
        onChange={(event) => change({ isPermanent: event.currentTarget.checked })}
      />
      <LinkExtras draft={draft} faults={faults} serverFault={fault} onChange={change} />
    </DialogForm>
  );
}

type PartProps = { draft: LinkDraft; onChange: (part: Partial<LinkDraft>) => void };

function RoleOptions({ draft, onChange }: PartProps) {
  const text = useText('links');
  return (
    <Options
      label={text.role}
      value={draft.role}
      options={[
        { value: 'user', label: text.user, text: text.userHint, icon: <IconUser size={18} /> },
        {
          value: 'moderator',
          label: text.moderator,
          text: text.moderatorHint,
          icon: <IconShieldStar size={18} />,
        },
      ]}
      onChange={(role) => onChange({ role })}
    />
  );
}

function Made({ link, draft }: MadeLink) {
  const text = useText('links');
  const language = useLanguage();
  const until = minuteTime(new Date(link.expiresAt), language);
  return (
    <>
      <CopyField value={link.url} label={text.link} />
      <p className={css.quiet}>
        {draft.isPermanent ? text.madeMany(until) : text.madeOne(plainName(draft.username), until)}
      </p>
    </>
  );
}
