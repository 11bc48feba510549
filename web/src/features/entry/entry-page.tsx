import { IconPresentation, IconUsers } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { CallEntry, DeviceChoice } from '../../call-contract.ts';
import { useText } from '../../i18n/language.ts';
import { Page } from '../../ui/page.tsx';
import { readStored, writeStored } from '../../ui/storage.ts';
import type { Visitor } from '../../visit/address.ts';
import { type EntryForm, enterRoom, type FieldName } from '../../visit/enter.ts';
import type { Refusal, Welcome } from '../../visit/open.ts';
import classes from './entry.module.css';
import { JoinForm } from './join-form.tsx';
import { messages } from './messages.ts';
import { Preview } from './preview/model.ts';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { readRemembered, remember } from './preview/remembered.ts';
import { browserDevices } from './preview/sources.ts';

const nameKey = 'lectern.name';

export type EntryPageProps = {
  welcome: Welcome;
  visitor: Visitor;
  onEntered: (entry: CallEntry, devices: DeviceChoice) => void;
  onRefused: (refusal: Refusal) => void;
};

/** See yourself, say who you are, go in. */
export function EntryPage({ welcome, visitor, onEntered, onRefused }: EntryPageProps) {
  const { room } = welcome;
  const [preview] = useState(() => makePreview(welcome));
  const [form, setForm] = useState<EntryForm>({ name: welcome.name || readStored(nameKey) || '' });
  const [refused, setRefused] = useState<readonly FieldName[]>([]);
  const [isAway, setAway] = useState(false);
  const [isJoining, setJoining] = useState(false);

  useEffect(() => {
    preview.start();
    return () => preview.stop();
  }, [preview]);

  useEffect(() => {
    document.title = `${room.name} · Lectern`;
  }, [room.name]);

  async function join(): Promise<void> {
    setJoining(true);
    setRefused([]);
    setAway(false);
    const entered = await enterRoom(welcome, trimmed(form), visitor);
    if ('entry' in entered) {
      // Only a name that somebody typed is worth keeping: a link brings its own.
      if (!welcome.name) writeStored(nameKey, entered.entry.name);
      onEntered(entered.entry, preview.handOver());
      return;
    }
    setJoining(false);
    if ('badFields' in entered) setRefused(entered.badFields);
    else if (entered.refusal === 'away') setAway(true);
    else onRefused(entered.refusal);
  }

  return (
    <Page>
      <div className={classes.entry}>
        <PreviewPanel preview={preview} name={form.name} seed={form.name} />
        <div className={classes.side}>
          <RoomWords welcome={welcome} />
          <JoinForm
            welcome={welcome}
            form={form}
            onChange={(next) => {
              setForm(next);
              setRefused([]);
            }}
            refused={refused}
            isAway={isAway}
            isJoining={isJoining}
            onJoin={() => void join()}
          />
        </div>
      </div>
    </Page>
  );
}

/** What this room is, before one goes in. */
function RoomWords({ welcome: { room, role } }: { welcome: Welcome }) {
  const text = useText(messages);
  const isWebinar = room.type === 'webinar';
  const isModerator = role === 'moderator';
  const isOpen = isModerator || (room.isMicrophonePublishingAllowed && room.isCameraPublishingAllowed);
  const meetingText = isOpen ? text.meetingText : text.quietMeetingText;
  const webinarText = isModerator ? text.webinarModeratorText : text.webinarText;
  return (
    <div className={classes.words}>
      <p className={classes.kind}>
        {isWebinar ? <IconPresentation size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />}
        {isWebinar ? text.webinar : text.meeting}
        {isModerator && <span className={classes.role}>{text.moderator}</span>}
      </p>
      <h1 className={classes.title}>{room.name}</h1>
      <p className={classes.about}>{isWebinar ? webinarText : meetingText}</p>
    </div>
  );
}

function makePreview({ room, role }: Welcome): Preview {
  const isSender = role === 'moderator' || room.type !== 'webinar';
  return new Preview({
    access: browserDevices(),
    offered: {
      audio: isSender && (role === 'moderator' || room.isMicrophonePublishingAllowed),
      video: isSender && (role === 'moderator' || room.isCameraPublishingAllowed),
    },
    remembered: readRemembered(),
    remember,
  });
}

function trimmed(form: EntryForm): EntryForm {
  return { name: form.name.trim(), email: form.email?.trim(), phone: form.phone?.trim() };
}
