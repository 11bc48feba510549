import { IconPresentation, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { PartBoundary } from '../../faults/part-boundary.tsx';
import { useText } from '../../i18n/language.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import type { CallEntry, DeviceChoice } from '../../models/call/call-contract.ts';
import type { Visitor } from '../../models/visit/address.ts';
import { type EntryForm, enterRoom, type FieldName } from '../../models/visit/enter.ts';
import type { OpenedRoom, Refusal } from '../../models/visit/open.ts';
import { signInFor } from '../../models/visit/signed-in.ts';
import { Page } from '../../ui/page/page.tsx';
import classes from './entry.module.css';
import { JoinForm } from './join-form.tsx';
import { Preview } from './preview/model.ts';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { readRemembered, rememberDevices } from './preview/remembered.ts';
import { browserDevices } from './preview/sources.ts';
import { RecordingNotice } from './recording-notice.tsx';

const nameKey = 'lectern.name';

export type EntryPageProps = {
  welcome: OpenedRoom;
  visitor: Visitor;
  /** The place in the waiting room; the person keeps their preview meanwhile. */
  waiting: CallEntry | undefined;
  /** Shown beside the preview of a waiting person; `enter` enters with the current devices. */
  showWaiting: (enter: () => void) => ReactNode;
  onWaiting: (entry: CallEntry) => void;
  onEntered: (entry: CallEntry, devices: DeviceChoice) => void;
  onRefused: (refusal: Refusal) => void;
  /** The room's join fields have changed. */
  onChanged: (welcome: OpenedRoom) => void;
};

/** The preview and the entry form. */
export function EntryPage(props: EntryPageProps) {
  const { welcome, waiting, showWaiting, onEntered } = props;
  const { room } = welcome;
  const [preview] = useState(() => makePreview(welcome));
  const [form, setForm] = useState<EntryForm>({
    name: waiting?.name || welcome.name || readStored(nameKey) || '',
  });

  useEffect(() => {
    preview.start();
    return () => preview.stop();
  }, [preview]);

  useEffect(() => {
    if (!waiting) document.title = `${room.name} · Lectern`;
  }, [room.name, waiting]);

  return (
    <Page>
      <div className={classes.entry} data-long={(!waiting && isLong(welcome)) || undefined}>
        <PartBoundary part="preview">
          <PreviewPanel preview={preview} name={form.name} seed={form.name} />
        </PartBoundary>
        <div className={classes.side}>
          {waiting ? (
            showWaiting(() => onEntered(waiting, preview.handOver()))
          ) : (
            <>
              <RoomDescription welcome={welcome} />
              <PartBoundary part="entry">
                <EntryFormPart {...props} form={form} setForm={setForm} handOver={() => preview.handOver()} />
              </PartBoundary>
            </>
          )}
        </div>
      </div>
    </Page>
  );
}

type EntryFormPartProps = EntryPageProps & {
  form: EntryForm;
  setForm: (form: EntryForm) => void;
  handOver: () => DeviceChoice;
};

/** The form, and the server's responses to it. */
function EntryFormPart({ form, setForm, handOver, ...props }: EntryFormPartProps) {
  const { welcome, visitor, onEntered, onWaiting, onRefused, onChanged } = props;
  const [refused, setRefused] = useState<readonly FieldName[]>([]);
  const [trouble, setTrouble] = useState<'away' | 'changed'>();
  const [isJoining, setJoining] = useState(false);

  async function join(): Promise<void> {
    setJoining(true);
    setRefused([]);
    setTrouble(undefined);
    const entered = await enterRoom(welcome, trimmed(form), visitor);
    const entry = 'entry' in entered ? entered.entry : 'waiting' in entered ? entered.waiting : undefined;
    // Store a typed name only: a link sets its own.
    if (entry && !welcome.name) writeStored(nameKey, entry.name);
    if ('entry' in entered) return onEntered(entered.entry, handOver());
    if ('waiting' in entered) return onWaiting(entered.waiting);
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
        onJoin={() => void join()}
      />
      {welcome.as.kind === 'nobody' && <SignIn alias={welcome.room.alias} />}
    </>
  );
}

/** A person with a room role by their account enters with it. */
function SignIn({ alias }: { alias: string }) {
  const text = useText('entry');
  return (
    <p className={classes.account}>
      {text.haveAccount} <a href={signInFor(alias)}>{text.signIn}</a>
    </p>
  );
}

/** The room's name and description, shown before the entry. */
function RoomDescription({ welcome }: { welcome: OpenedRoom }) {
  const { room, role, mustWait } = welcome;
  const text = useText('entry');
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
      <p className={classes.about}>
        {isWebinar ? webinarText : meetingText} {mustWait && text.askText}
      </p>
      <RecordingNotice welcome={welcome} />
    </div>
  );
}

/** With more content than the preview is high, keep the preview in view. */
const isLong = ({ fields }: OpenedRoom): boolean => fields.length > 3;

function makePreview({ room, role }: OpenedRoom): Preview {
  const isSender = role === 'moderator' || room.type !== 'webinar';
  return new Preview({
    access: browserDevices(),
    offered: {
      audio: isSender && (role === 'moderator' || room.isMicrophonePublishingAllowed),
      video: isSender && (role === 'moderator' || room.isCameraPublishingAllowed),
    },
    remembered: readRemembered(),
    remember: rememberDevices,
  });
}

const trimmed = (form: EntryForm): EntryForm => ({
  ...Object.fromEntries(Object.entries(form).map(([field, value]) => [field, value.trim()])),
  name: form.name.trim(),
});
