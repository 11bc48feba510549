import { useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import type { CallEntry } from '../../models/call/call-contract.ts';
import type { Visitor } from '../../models/visit/address.ts';
import { type EntryForm, enterRoom, type FieldName } from '../../models/visit/enter.ts';
import type { OpenedRoom, Refusal } from '../../models/visit/open.ts';
import { signInFor } from '../../models/visit/signed-in.ts';
import { Text } from '../../ui/layout/layout.tsx';
import classes from './entry.module.css';
import { JoinForm } from './join-form.tsx';

const nameKey = 'lectern.name';

/** The form as it is shown first; `name` is the name of a person who waits already. */
export const firstForm = (welcome: OpenedRoom, name?: string): EntryForm => ({
  name: name || welcome.name || readStored(nameKey) || '',
});

type EntryFormPartProps = {
  welcome: OpenedRoom;
  visitor: Visitor;
  form: EntryForm;
  setForm: (form: EntryForm) => void;
  /** Offers to leave camera and microphone off. */
  hasDevices?: boolean;
  onEntered: (entry: CallEntry, withDevices: boolean) => void;
  onWaiting: (entry: CallEntry, withDevices: boolean) => void;
  onRefused: (refusal: Refusal) => void;
  /** The room's join fields have changed. */
  onChanged: (welcome: OpenedRoom) => void;
};

/** The form, and the server's responses to it. */
export function EntryFormPart({ form, setForm, ...props }: EntryFormPartProps) {
  const { welcome, visitor, hasDevices = false, onEntered, onWaiting, onRefused, onChanged } = props;
  const [refused, setRefused] = useState<readonly FieldName[]>([]);
  const [trouble, setTrouble] = useState<'away' | 'changed'>();
  const [isJoining, setJoining] = useState(false);

  async function join(withDevices: boolean): Promise<void> {
    setJoining(true);
    setRefused([]);
    setTrouble(undefined);
    const entered = await enterRoom(welcome, trimmed(form), visitor);
    const entry = 'entry' in entered ? entered.entry : 'waiting' in entered ? entered.waiting : undefined;
    // Store a typed name only: a link sets its own.
    if (entry && !welcome.name) writeStored(nameKey, entry.name);
    if ('entry' in entered) return onEntered(entered.entry, withDevices);
    if ('waiting' in entered) return onWaiting(entered.waiting, withDevices);
    setJoining(false);
    if ('badFields' in entered) {
      if (entered.welcome) {
        onChanged(entered.welcome);
        setTrouble('changed');
      }
      setRefused(entered.badFields);
    } else if (entered.refusal === 'away') setTrouble('away');
    else onRefused(entered.refusal);
  }

  return (
    <>
      <JoinForm
        welcome={welcome}
        form={form}
        onChange={(next) => {
          setForm(next);
          setRefused((before) => before.filter((field) => next[field] === form[field]));
        }}
        refused={refused}
        trouble={trouble}
        isJoining={isJoining}
        hasDevices={hasDevices}
        onJoin={(withDevices) => void join(withDevices)}
      />
      {welcome.as.kind === 'nobody' && <SignIn alias={welcome.room.alias} />}
    </>
  );
}

/** A person with a room role by their account enters with it. */
function SignIn({ alias }: { alias: string }) {
  const text = useText('entry');
  return (
    <Text size="md" dim links className={classes.account}>
      {text.haveAccount} <a href={signInFor(alias)}>{text.signIn}</a>
    </Text>
  );
}

const trimmed = (form: EntryForm): EntryForm => ({
  ...Object.fromEntries(Object.entries(form).map(([field, value]) => [field, value.trim()])),
  name: form.name.trim(),
});
