import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconShieldStar, IconUser } from '@tabler/icons-react';
import type { Answer } from '../../../../contract/routes.ts';
import { useLanguage, useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { DialogForm } from '../../ui/form/dialog-form.tsx';
import { MakingDialog } from '../../ui/form/making-dialog.tsx';
import { Options } from '../../ui/form/options.tsx';
import { CopyField } from '../../ui/parts/copy.tsx';
import { lifetimeText, minuteTime } from '../../ui/times.ts';
import { useApi } from '../context.ts';
import { type Fields, useFields } from '../use-fields.ts';
import { LinkExtras } from './link-extras.tsx';
import { emptyLink, type LinkDraft, linkFaults, linkLifetimes, linkOf } from './link-form.ts';
import css from './links.module.css';
import { placeOf, type SharedRoom } from './shared-room.ts';

type Props = { isOpen: boolean; room: SharedRoom; onClose: () => void; onMade?: () => void };
type MadeLink = { link: Answer<'generateAccess'>; draft: LinkDraft };

/** Creates an access link for one person or for several, and offers to copy it. */
export function InviteToRoom({ isOpen, room, onClose, onMade }: Props) {
  const text = useText('links');
  return (
    <MakingDialog<MadeLink>
      isOpen={isOpen}
      title={text.inviteTo(plainName(room.name))}
      another={text.another}
      onClose={onClose}
      onMade={onMade}
      form={(onReady) => <Form room={room} onClose={onClose} onMade={onReady} />}
      made={(made) => <Made {...made} />}
    />
  );
}

type FormProps = { room: SharedRoom; onClose: () => void; onMade: (made: MadeLink) => void };

function Form({ room, onClose, onMade }: FormProps) {
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
      onMade({ link: await api.generateAccess({ ...placeOf(room), body: linkOf(draft) }), draft }),
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
        placeholder={text.of[room.kind].nameHint}
        size="md"
        autoComplete="off"
        data-autofocus
      />
      <RoleOptions form={form} kind={room.kind} />
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

type RoleProps = Pick<Fields<LinkDraft>, 'form'> & Pick<SharedRoom, 'kind'>;

function RoleOptions({ form, kind }: RoleProps) {
  const text = useText('links');
  const own = text.of[kind];
  return (
    <Options
      label={text.role}
      value={form.values.role}
      options={[
        { value: 'user', label: text.user, text: own.userHint, icon: <IconUser size={18} /> },
        {
          value: 'moderator',
          label: text.moderator,
          text: own.moderatorHint,
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
