import { useMediaQuery } from '@mantine/hooks';
import { IconPresentation, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { PartBoundary, SilentPartBoundary } from '../../faults/part-boundary.tsx';
import { useText } from '../../i18n/language.ts';
import { serverClock } from '../../kit/server-clock.ts';
import type { CallEntry, DeviceChoice } from '../../models/call/call-contract.ts';
import type { Visitor } from '../../models/visit/address.ts';
import type { EntryForm } from '../../models/visit/enter.ts';
import type { OpenedRoom, Refusal } from '../../models/visit/open.ts';
import { Grid, Stack, Text } from '../../ui/layout/layout.tsx';
import { lazyComponent } from '../../ui/lazily.ts';
import { Page } from '../../ui/page/page.tsx';
import { VisitHead } from '../../ui/page/visit-head.tsx';
import { screens } from '../../ui/theme/screens.ts';
import { useStore } from '../../ui/use-store.ts';
import classes from './entry.module.css';
import { EntryFormPart, firstForm } from './entry-form-part.tsx';
import { isComing, Preview } from './preview/model.ts';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { readRemembered, rememberDevices } from './preview/remembered.ts';
import { browserDevices } from './preview/sources.ts';
import { RecordingNotice } from './recording-notice.tsx';
import { useKeyboardHeight } from './use-keyboard-height.ts';

// Few rooms open later or are closed; the two others wait for the server anyway.
const UntilOpening = lazyComponent(async () => (await import('../../room/until-opening.tsx')).UntilOpening);
const ClosedPage = lazyComponent(async () => (await import('./closed-page.tsx')).ClosedPage);
const PresenceNotice = lazyComponent(async () => (await import('./presence-notice.tsx')).PresenceNotice);
const EarlierCalls = lazyComponent(async () => (await import('./earlier-calls.tsx')).EarlierCalls);

type EntryPageProps = {
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

/** The preview and the entry form, or the time at which the room closed for new people. */
export function EntryPage(props: EntryPageProps) {
  const { welcome, waiting } = props;
  const [since] = useState(() => closedSince(welcome));
  const [isReturning, setReturning] = useState(false);
  if (since === undefined || isReturning || waiting) return <OpenEntry {...props} />;
  return (
    <PartBoundary part="entry">
      <ClosedPage welcome={welcome} since={since} onReturn={() => setReturning(true)} />
    </PartBoundary>
  );
}

/** When the room closed for this person, in ms; undefined if they may enter. */
function closedSince({ room: { closesAt }, role }: OpenedRoom): number | undefined {
  const since = closesAt === null ? undefined : Date.parse(closesAt);
  return role === 'moderator' || since === undefined || since > serverClock.now() ? undefined : since;
}

/** The preview and the entry form. */
function OpenEntry(props: EntryPageProps) {
  const { welcome, waiting, showWaiting, onEntered } = props;
  const { room } = welcome;
  const [preview] = useState(() => makePreview(welcome));
  const [form, setForm] = useState<EntryForm>(() => firstForm(welcome, waiting?.name));
  const [isEarly] = useState(() => opensLater(welcome));
  const isSmall = useMediaQuery(`${screens['one-column']}, ${screens.low}`, false, {
    getInitialValueInEffect: false,
  });
  useKeyboardHeight();

  useEffect(() => {
    preview.start();
    return () => preview.stop();
  }, [preview]);

  useEffect(() => {
    if (!waiting) document.title = `${room.name} · Lectern`;
  }, [room.name, waiting]);

  return (
    <Page>
      <Grid
        align="center"
        full
        className={classes.entry}
        data-long={(!waiting && isLong(welcome)) || undefined}
      >
        <PartBoundary part="preview">
          {/* The call colours initials by the id of the participant, which exists once the person waits. */}
          <PreviewPanel preview={preview} name={form.name} seed={waiting?.participantId} />
        </PartBoundary>
        <Stack shrink gap="xl" className={classes.side}>
          {waiting ? (
            showWaiting(() => onEntered(waiting, preview.handOver()))
          ) : (
            <>
              <RoomDescription welcome={welcome} isEarly={isEarly} />
              {/* On a phone it would push the name and the button out of view. */}
              {isEarly && !isSmall && <Opening welcome={welcome} />}
              <PartBoundary part="entry">
                <PreviewedForm {...props} preview={preview} form={form} setForm={setForm} />
              </PartBoundary>
              {isEarly && isSmall && <Opening welcome={welcome} />}
            </>
          )}
        </Stack>
      </Grid>
    </Page>
  );
}

type PreviewedFormProps = EntryPageProps & {
  preview: Preview;
  form: EntryForm;
  setForm: (form: EntryForm) => void;
};

/** The form beside the preview, whose devices the person may leave off. */
function PreviewedForm({ preview, onEntered, onWaiting, ...props }: PreviewedFormProps) {
  const { audio, video } = useStore(preview.state);
  return (
    <EntryFormPart
      {...props}
      hasDevices={isComing(audio) || isComing(video)}
      onEntered={(entry, withDevices) => {
        if (!withDevices) preview.leaveOff();
        onEntered(entry, preview.handOver());
      }}
      onWaiting={(entry, withDevices) => {
        if (!withDevices) preview.leaveOff();
        onWaiting(entry);
      }}
    />
  );
}

/** The room's name and description, shown before the entry. */
function RoomDescription({ welcome, isEarly }: { welcome: OpenedRoom; isEarly: boolean }) {
  const { room, role, mustWait } = welcome;
  const text = useText('entry');
  const isWebinar = room.type === 'webinar';
  const isModerator = role === 'moderator';
  const webinarText = isModerator ? text.webinarModeratorText : text.webinarText;
  return (
    <div className={classes.room}>
      <VisitHead
        icon={isWebinar ? IconPresentation : IconUsers}
        kind={isWebinar ? text.webinar : text.meeting}
        badges={[isModerator && text.moderator]}
      >
        {room.name}
      </VisitHead>
      <Text mt="lg" mb="lg" className={classes.about}>
        {isWebinar ? webinarText : text[meetingTextOf(welcome)]}{' '}
        {!isModerator && !isWebinar && !room.isScreensharingAllowed && text.noScreenText}{' '}
        {!isModerator && !room.isChatAllowed && text.noChatText} {mustWait && text.askText}
      </Text>
      <RecordingNotice welcome={welcome} />
      <SilentPartBoundary part="entry">
        {!isEarly && <PresenceNotice welcome={welcome} />}
        <EarlierCalls welcome={welcome} />
      </SilentPartBoundary>
    </div>
  );
}

/** The person's rights in a meeting: the text names the devices that the room has turned off. */
function meetingTextOf({ room, role }: OpenedRoom) {
  const { isMicrophonePublishingAllowed: mayTalk, isCameraPublishingAllowed: mayShow } = room;
  if (mayTalk && mayShow && room.isScreensharingAllowed) return 'meetingText';
  if (role === 'moderator') return 'meetingModeratorText';
  if (!mayTalk && !mayShow) return 'noDevicesText';
  if (!mayTalk) return 'noMicrophoneText';
  return mayShow ? 'devicesText' : 'noCameraText';
}

const opensLater = ({ room: { opensAt }, role }: OpenedRoom): boolean =>
  role !== 'moderator' && Date.parse(opensAt ?? '') > serverClock.now();

/** When the room opens, for people who come before that. */
function Opening({ welcome: { room, as } }: { welcome: OpenedRoom }) {
  if (room.opensAt === null) return null;
  return (
    <SilentPartBoundary part="entry">
      <UntilOpening room={room} opensAt={Date.parse(room.opensAt)} hasLink={as.kind === 'link'} />
    </SilentPartBoundary>
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
    entersMuted: role !== 'moderator' && room.isMutedOnEntry,
    remembered: readRemembered(),
    remember: rememberDevices,
  });
}
