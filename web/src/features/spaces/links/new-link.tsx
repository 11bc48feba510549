import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconShieldStar, IconUser } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../../../../contract/routes.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { plainName } from '../../../plain-name.ts';
import { CopyField } from '../../../ui/copy.tsx';
import { Dialog, DialogActions, Trouble } from '../../../ui/dialog.tsx';
import { lifetime, minuteTime } from '../../../ui/times.ts';
import { uiMessages } from '../../../ui/ui-messages.ts';
import { emptyLink, type LinkDraft, linkFaults, linkLifetimes, linkOf } from '../model/link-form.ts';
import { Options } from '../shared/options.tsx';
import { useAct } from '../shared/use-act.ts';
import { LinkExtras } from './link-extras.tsx';
import css from './links.module.css';
import { linkMessages } from './messages.ts';
import type { LinkPlace } from './use-link-deeds.ts';

type Props = { place: LinkPlace; onClose: () => void; onMade: () => void };

/** A link is made first, then there to be copied. */
export function NewLinkDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  const text = useText(linkMessages);
  return (
    <Dialog isOpen={isOpen} title={text.newTitle} onClose={props.onClose}>
      <Steps {...props} />
    </Dialog>
  );
}

type MadeLink = { link: Answer<'generateAccess'>; draft: LinkDraft };

function Steps({ place, onClose, onMade }: Props) {
  const [made, setMade] = useState<MadeLink>();
  if (made) return <Made made={made} onClose={onClose} onAnother={() => setMade(undefined)} />;
  return (
    <Form
      place={place}
      onClose={onClose}
      onMade={(one) => {
        setMade(one);
        onMade();
      }}
    />
  );
}

type FormProps = { place: LinkPlace; onClose: () => void; onMade: (made: MadeLink) => void };

function Form({ place, onClose, onMade }: FormProps) {
  const text = useText(linkMessages);
  const common = useText(uiMessages);
  const language = useLanguage();
  const api = useApi();
  const { act, isBusy, trouble, fault } = useAct();
  const [draft, setDraft] = useState(emptyLink);
  const [isTried, setTried] = useState(false);
  const faults = isTried ? linkFaults(draft) : {};
  const change = (part: Partial<LinkDraft>): void => setDraft({ ...draft, ...part });

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (Object.keys(linkFaults(draft)).length > 0) return;
    void act(async () =>
      onMade({ link: await api.generateAccess({ ...place, body: linkOf(draft) }), draft }),
    );
  }

  return (
    <form noValidate onSubmit={onSubmit}>
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
          label: lifetime(seconds, language),
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

type PartProps = { draft: LinkDraft; onChange: (part: Partial<LinkDraft>) => void };

function RoleOptions({ draft, onChange }: PartProps) {
  const text = useText(linkMessages);
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

type MadeProps = { made: MadeLink; onClose: () => void; onAnother: () => void };

function Made({ made: { link, draft }, onClose, onAnother }: MadeProps) {
  const text = useText(linkMessages);
  const language = useLanguage();
  const until = minuteTime(new Date(link.expiresAt), language);
  return (
    <>
      <CopyField value={link.url} label={text.link} />
      <p className={css.quiet}>
        {draft.isPermanent ? text.madeMany(until) : text.madeOne(plainName(draft.username), until)}
      </p>
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
