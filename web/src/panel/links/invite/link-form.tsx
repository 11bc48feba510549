import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconShieldStar, IconUser } from '@tabler/icons-react';
import { generateAccess } from '../../../../../contract/limits.generated.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Options } from '../../../ui/form/options.tsx';
import { lifetimeText } from '../../../ui/times.ts';
import { useApi } from '../../context.ts';
import { useFields } from '../../use-fields.ts';
import { placeOf, type SharedRoom } from '../shared-room.ts';
import { LinkExtras } from './link-extras.tsx';
import type { MadeLink } from './link-made.tsx';
import {
  emptyLink,
  type LinkDraft,
  linkFaults,
  linkForEveryone,
  linkLifetimes,
  linkOf,
} from './model/link-form.ts';

type Props = {
  room: SharedRoom;
  isForEveryone: boolean;
  onClose: () => void;
  onMade: (made: MadeLink) => void;
};

/** Creates one link, for everyone or for one person. */
export function LinkForm({ room, isForEveryone, onClose, onMade }: Props) {
  const text = useText('links');
  const words = useText('invite');
  const { tooLong } = useText('saving');
  const api = useApi();
  const refusals = useText('spaceRefusals');
  const { form, submit, onSubmit } = useFields<LinkDraft>({
    initialValues: isForEveryone ? linkForEveryone(plainName(room.name)) : emptyLink,
    validate: (draft) => {
      const { username, email, phone, externalUserId, externalMeetingId } = linkFaults(draft);
      const missing = isForEveryone ? words.labelMissing : text.nameMissing;
      return {
        username: username && (username === 'missing' ? missing : tooLong(generateAccess.username)),
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
        label={isForEveryone ? words.label : text.name}
        description={isForEveryone ? words.labelHint : undefined}
        placeholder={isForEveryone ? undefined : text.of[room.kind].nameHint}
        autoComplete="off"
        data-autofocus
      />
      {isForEveryone ? (
        <Switch
          {...form.getInputProps('isNameAsked', { type: 'checkbox' })}
          size="sm"
          label={words.isNameAsked}
          description={words.isNameAskedHint}
        />
      ) : (
        <RoleOptions
          kind={room.kind}
          value={form.values.role}
          onChange={(role) => form.setFieldValue('role', role)}
        />
      )}
      <Lifetime value={form.values.lasts} onChange={(lasts) => form.setFieldValue('lasts', lasts)} />
      {!isForEveryone && <LinkExtras form={form} />}
    </DialogForm>
  );
}

type LifetimeProps = { value: number; onChange: (seconds: number) => void };

/** How long links are valid. */
export function Lifetime({ value, onChange }: LifetimeProps) {
  const text = useText('links');
  const language = useLanguage();
  return (
    <NativeSelect
      label={text.lasts}
      value={String(value)}
      data={linkLifetimes.map((seconds) => ({
        value: String(seconds),
        label: lifetimeText(seconds, language),
      }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}

type RoleProps = Pick<SharedRoom, 'kind'> & {
  value: LinkDraft['role'];
  onChange: (role: LinkDraft['role']) => void;
};

export function RoleOptions({ kind, value, onChange }: RoleProps) {
  const text = useText('links');
  const own = text.of[kind];
  return (
    <Options
      label={text.role}
      value={value}
      options={[
        { value: 'user', label: text.user, text: own.userHint, icon: <IconUser size={18} /> },
        {
          value: 'moderator',
          label: text.moderator,
          text: own.moderatorHint,
          icon: <IconShieldStar size={18} />,
        },
      ]}
      onChange={onChange}
    />
  );
}
