import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconShieldStar, IconUser } from '@tabler/icons-react';
import type { Answer } from '../../../../../contract/routes.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { type Fields, useFields } from '../../../panel/use-fields.ts';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { CopyField } from '../../../ui/parts/copy.tsx';
import { lifetimeText, minuteTime } from '../../../ui/times.ts';
import { emptyLink, type LinkDraft, linkFaults, linkLifetimes, linkOf } from '../model/link-form.ts';
import type { Room } from '../model/types.ts';
import { MakingDialog } from '../shared/making-dialog.tsx';
import { Options } from '../shared/options.tsx';
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
  const refusals = useText('spaceRefusals');
  const { form, submit, onSubmit } = useFields<LinkDraft>({
    initialValues: emptyLink,
    validate: (draft) => {
      const { username, email, phone, externalUserId, externalMeetingId } = linkFaults(draft);
      return {
        username: username && (username === 'missing' ? text.nameMissing : text.nameLong),
        email: email && text.emailBad,
        phone: phone && text.phoneBad,
        externalUserId: externalUserId && text.idBad,
        externalMeetingId: externalMeetingId && text.idBad,
      };
    },
    send: async (draft) =>
      onMade({ link: await api.generateAccess({ ...place, body: linkOf(draft) }), draft }),
    refusals,
  });

  return (
    <DialogForm
      submit={text.makeLink}
      isBusy={submit.isBusy}
      trouble={submit.sentence}
      onSubmit={onSubmit}
      onCancel={onClose}
    >
      <TextInput
        {...form.getInputProps('username')}
        label={text.name}
        placeholder={text.nameHint}
        size="md"
        autoComplete="off"
        data-autofocus
      />
      <RoleOptions form={form} />
      <NativeSelect
        label={text.lasts}
        size="md"
        value={String(form.values.ttl)}
        data={linkLifetimes.map((seconds) => ({
          value: String(seconds),
          label: lifetimeText(seconds, language),
        }))}
        onChange={(event) => form.setFieldValue('ttl', Number(event.currentTarget.value))}
      />
      <Switch
        {...form.getInputProps('isPermanent', { type: 'checkbox' })}
        size="sm"
        label={text.isPermanent}
        description={text.isPermanentHint}
      />
      <LinkExtras form={form} />
    </DialogForm>
  );
}

function RoleOptions({ form }: Pick<Fields<LinkDraft>, 'form'>) {
  const text = useText('links');
  return (
    <Options
      label={text.role}
      value={form.values.role}
      options={[
        { value: 'user', label: text.user, text: text.userHint, icon: <IconUser size={18} /> },
        {
          value: 'moderator',
          label: text.moderator,
          text: text.moderatorHint,
          icon: <IconShieldStar size={18} />,
        },
      ]}
      onChange={(role) => form.setFieldValue('role', role)}
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
