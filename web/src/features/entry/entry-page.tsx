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
import { EarlierCalls } from './earlier-calls.tsx';
import classes from './entry.module.css';
import { EntryFormPart, firstForm } from './entry-form-part.tsx';
import { Preview } from './preview/model.ts';
import { PreviewPanel } from './preview/preview-panel.tsx';
import { readRemembered, rememberDevices } from './preview/remembered.ts';
import { browserDevices } from './preview/sources.ts';
import { RecordingNotice } from './recording-notice.tsx';

// Few rooms open later.
const UntilOpening = lazyComponent(async () => (await import('../../room/until-opening.tsx')).UntilOpening);

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

/** The preview and the entry form. */
export function EntryPage(props: EntryPageProps) {
  const { welcome, waiting, showWaiting, onEntered } = props;
  const { room } = welcome;
  const [preview] = useState(() => makePreview(welcome));
  const [form, setForm] = useState<EntryForm>(() => firstForm(welcome, waiting?.name));

  useEffect(() => {
    preview.start();
    return () => preview.stop();
  }, [preview]);

  useEffect(() => {
    if (!waiting) document.title = `${room.name} · Lectern`;
  }, [room.name, waiting]);

  return (
    <Page>
      <Grid align="center" className={classes.entry} data-long={(!waiting && isLong(welcome)) || undefined}>
        <PartBoundary part="preview">
          <PreviewPanel preview={preview} name={form.name} seed={form.name} />
        </PartBoundary>
        <Stack shrink className={classes.side}>
          {waiting ? (
            showWaiting(() => onEntered(waiting, preview.handOver()))
          ) : (
            <>
              <RoomDescription welcome={welcome} />
              <PartBoundary part="entry">
                <EntryFormPart
                  {...props}
                  form={form}
                  setForm={setForm}
                  onEntered={(entry) => onEntered(entry, preview.handOver())}
                />
              </PartBoundary>
            </>
          )}
        </Stack>
      </Grid>
    </Page>
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
    <div>
      <VisitHead
        icon={isWebinar ? IconPresentation : IconUsers}
        kind={isWebinar ? text.webinar : text.meeting}
        badges={[isModerator && text.moderator]}
        className={classes.title}
      >
        {room.name}
      </VisitHead>
      <Text mt="lg" mb="lg">
        {isWebinar ? webinarText : meetingText} {mustWait && text.askText}
      </Text>
      <Opening welcome={welcome} />
      <RecordingNotice welcome={welcome} />
      <EarlierCalls welcome={welcome} />
    </div>
  );
}

/** When the room opens, for people who come before that. */
function Opening({ welcome: { room, role, as } }: { welcome: OpenedRoom }) {
  const [isBefore] = useState(() => room.opensAt !== null && Date.parse(room.opensAt) > serverClock.now());
  if (role === 'moderator' || room.opensAt === null || !isBefore) return null;
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
