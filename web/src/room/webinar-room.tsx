import './webinar-styles.ts';
import { useState } from 'react';
import { PartBoundary } from '../faults/part-boundary.tsx';
import { EntryFormPart, firstForm } from '../features/entry/entry-form-part.tsx';
import { BeforeEntry } from '../features/webinar/before-entry.tsx';
import { WebinarPage } from '../features/webinar/webinar-page.tsx';
import { browserClock } from '../kit/clock.ts';
import { statusOf } from '../kit/refusals.ts';
import type { CallEntry } from '../models/call/call-contract.ts';
import { visitor } from '../models/visit/address.ts';
import type { EntryForm } from '../models/visit/enter.ts';
import { notifyParentPage, redirectAddressAfter } from '../models/visit/leave.ts';
import { type OpenedRoom, type Refusal, refusalOf } from '../models/visit/open.ts';
import { createSteadyClock } from '../models/waiting/steady-clock.ts';
import { forgetEntry, keepEntry, keptEntry } from '../models/webinar/kept-entry.ts';
import { sessionClock } from '../models/webinar/page-clock.ts';
import { ProgramWatch } from '../models/webinar/program-watch.ts';
import { Reminders } from '../models/webinar/reminders.ts';
import { programBeforeEntry, remindersApi, webinarApi } from '../models/webinar/server-api.ts';
import { Webinar } from '../models/webinar/webinar.ts';
import { useStore } from '../ui/use-store.ts';
import { SessionChat } from './session-chat.tsx';
import { useResource } from './use-resource.ts';

type WebinarRoomProps = {
  welcome: OpenedRoom;
  onRefused: (outcome: Refusal | 'removedFromWebinar') => void;
  onChanged: (welcome: OpenedRoom) => void;
  /** Reads the room again: the entry is not valid any more. */
  onAgain: () => void;
};

/** An automatic webinar: the entry form, then everything else. */
export default function WebinarRoom(props: WebinarRoomProps) {
  const { welcome, onRefused, onAgain } = props;
  const [entry, setEntry] = useState(() => keptEntry(welcome.room.id));

  function enter(entered: CallEntry): void {
    keepEntry(entered);
    setEntry(entered);
  }

  /** The general texts of a removal speak of a call. */
  function refuse(refusal: Refusal): void {
    onRefused(refusal === 'removed' ? 'removedFromWebinar' : refusal);
  }

  function lose(error: unknown): void {
    forgetEntry();
    const refusal = statusOf(error) === 401 ? undefined : refusalOf(error);
    if (refusal === 'removed' || refusal === 'refused') {
      refuse(refusal);
      return;
    }
    // The link may be revoked, the webinar deleted, or only the session of this page over.
    setEntry(undefined);
    onAgain();
  }

  return entry ? (
    <Entered welcome={welcome} entry={entry} onLost={lose} />
  ) : (
    <Entry {...props} onRefused={refuse} onEntered={enter} />
  );
}

type EntryProps = Omit<WebinarRoomProps, 'onRefused'> & {
  onRefused: (refusal: Refusal) => void;
  onEntered: (entry: CallEntry) => void;
};

function Entry(props: EntryProps) {
  const [watch] = useResource(() => watchProgram(props.welcome));
  return watch ? <EntryWithProgram {...props} watch={watch} /> : null;
}

function EntryWithProgram({ watch, ...props }: EntryProps & { watch: ProgramWatch }) {
  const { welcome, onEntered } = props;
  const program = useStore(watch.program);
  const [form, setForm] = useState<EntryForm>(() => firstForm(welcome));
  return (
    <BeforeEntry
      name={welcome.room.name}
      isModerator={welcome.role === 'moderator'}
      hasLink={welcome.as.kind === 'link'}
      program={program}
      form={
        <PartBoundary part="entry">
          {/* Automatic webinars have no waiting room. */}
          <EntryFormPart {...props} visitor={visitor} form={form} setForm={setForm} onWaiting={onEntered} />
        </PartBoundary>
      }
    />
  );
}

function watchProgram({ room, as }: OpenedRoom): ProgramWatch & { end: () => void } {
  const watch = new ProgramWatch({
    api: programBeforeEntry(as, room),
    clock: sessionClock,
    timers: browserClock,
  });
  watch.start();
  return Object.assign(watch, { end: () => watch.stop() });
}

type EnteredProps = { welcome: OpenedRoom; entry: CallEntry; onLost: (error: unknown) => void };

function Entered(props: EnteredProps) {
  const [opened] = useResource(() => openWebinar(props.entry));
  return opened ? <EnteredWebinar {...props} opened={opened} /> : null;
}

function EnteredWebinar({ welcome, entry, onLost, opened }: EnteredProps & { opened: OpenWebinar }) {
  const { webinar, api, reminders } = opened;
  const program = useStore(webinar.program);
  const address = redirectAddressAfter('ended', program?.redirectUrl);
  return (
    <WebinarPage
      name={welcome.room.name}
      webinar={webinar}
      api={api}
      reminders={reminders}
      hasLink={welcome.as.kind === 'link'}
      isModerator={entry.role === 'moderator'}
      continueHref={address}
      renderChat={(viewing, handlers) => (
        <PartBoundary part="chat">
          <SessionChat entry={entry} viewing={viewing} {...handlers} />
        </PartBoundary>
      )}
      onRefused={onLost}
      onFinished={() => {
        notifyParentPage('ended');
        if (address) window.location.assign(address);
      }}
    />
  );
}

type OpenWebinar = ReturnType<typeof openWebinar>;

function openWebinar(entry: CallEntry) {
  const api = webinarApi(entry);
  const timers = createSteadyClock();
  const webinar = new Webinar({ api, clock: sessionClock, timers: timers.clock });
  webinar.start();
  return {
    webinar,
    api,
    reminders: new Reminders(remindersApi(entry)),
    end: () => {
      webinar.end();
      timers.end();
    },
  };
}
