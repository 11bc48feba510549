import { useCallback, useEffect, useRef, useState } from 'react';
import { PartBoundary } from '../faults/part-boundary.tsx';
import { EntryPage } from '../features/entry/entry-page.tsx';
import { EntrySkeleton } from '../features/entry/entry-skeleton.tsx';
import { type DeviceRequest, type Outcome, OutcomePage } from '../features/outcome/outcome-page.tsx';
import { withTexts } from '../i18n/language.ts';
import { serverClock } from '../kit/server-clock.ts';
import { background, forbidBackgrounds } from '../models/call/background/background.ts';
import type { CallEntry, DeviceChoice, LeftReason } from '../models/call/call-contract.ts';
import { ownMeeting } from '../models/meeting/meeting.ts';
import { forgetLink, hideLink, keepAttended, visitor } from '../models/visit/address.ts';
import { openRoom } from '../models/visit/early.ts';
import { forgetCall, type KeptCall, keepCall, keptCall } from '../models/visit/kept-call.ts';
import { forgetWaiting, type KeptWaiting, keepWaiting, keptWaiting } from '../models/visit/kept-waiting.ts';
import { notifyParentPage, redirectAddressAfter } from '../models/visit/leave.ts';
import type { OpenedRoom } from '../models/visit/open.ts';
import { signInFor } from '../models/visit/signed-in.ts';
import type { EndedVisit } from '../models/visit/visited-call.ts';
import { lazyComponent } from '../ui/lazily.ts';
import { CallGround } from '../ui/page/call-ground.tsx';
import { addCallEntry, useBackPastCall } from './call-history.ts';
import { EndPage } from './end-page.tsx';
import { useAway } from './use-away.ts';
import { useDeviceRequest } from './use-device-request.ts';

const Meeting = lazyComponent(
  async () => (await withTexts('call', import('./meeting.tsx'))).default,
  <CallGround />,
);
const WebinarRoom = lazyComponent(
  async () => (await withTexts('call', import('./webinar-room.tsx'))).default,
  <EntrySkeleton />,
);
const Waiting = lazyComponent(async () => (await import('../features/waiting/waiting-side.tsx')).WaitingSide);

type InCall = {
  at: 'call';
  welcome: OpenedRoom;
  entry: CallEntry;
  devices: DeviceChoice;
  wasLetIn: boolean;
  /** The server's time. */
  enteredAt: number;
};

type VisitState =
  | { at: 'opening' }
  | { at: 'entry'; welcome: OpenedRoom; waiting?: KeptWaiting | undefined }
  | { at: 'webinar'; welcome: OpenedRoom }
  /** The page was reloaded during the call. */
  | { at: 'reloaded'; welcome: OpenedRoom; kept: KeptCall }
  | InCall
  | {
      at: 'outcome';
      outcome: Outcome;
      roomName?: string;
      isPublic?: boolean;
      maySignIn?: boolean;
      visit?: EndedVisit | undefined;
    };

/** One visit to a room: the entry page, the call, and what follows. */
export function RoomPage({ alias }: { alias: string }) {
  const [place, setPlace] = useState<VisitState>({ at: 'opening' });
  /** Incremented with every request for the room; a response to an earlier one is dropped. */
  const latest = useRef(0);

  const knock = useCallback(() => {
    latest.current += 1;
    const mine = latest.current;
    void knockAt(alias).then((next) => {
      if (mine === latest.current) setPlace(next);
    });
  }, [alias]);

  useEffect(() => {
    knock();
    return () => {
      latest.current += 1;
    };
  }, [knock]);

  useEarlyCode(place);
  useBackPastCall(place.at === 'call');
  const outcome = place.at === 'outcome' ? place.outcome : undefined;
  useAway(outcome === 'away', knock);
  const device = useDeviceRequest(outcome, knock);

  function again(): void {
    setPlace({ at: 'opening' });
    knock();
  }

  function leave(reason: LeftReason, call: InCall): void {
    forgetCall();
    notifyParentPage(reason);
    const own = ownMeeting.get()?.logoutUrl;
    const address = redirectAddressAfter(reason, own ?? call.welcome.room.redirectUrl);
    if (address) window.location.assign(address);
    setPlace({ ...endOf(reason, call.welcome), visit: address ? undefined : endedVisit(reason, call) });
  }

  /** Somebody who is out of the call may have lost their link to another device, and did not leave then. */
  async function leaveOrAsk(reason: LeftReason, call: InCall): Promise<void> {
    if (reason !== 'removed' || !visitor.accessToken) return leave(reason, call);
    forgetCall();
    setPlace({ at: 'opening' });
    const next = await knockAt(alias);
    if (next.at === 'outcome' && next.outcome === 'link_used') setPlace(next);
    else leave(reason, call);
  }

  /** Reads the room again after a lost place: the link may be revoked, the room deleted. */
  async function lookForPlace(): Promise<void> {
    forgetWaiting();
    const next = await knockAt(alias);
    setPlace(next.at === 'entry' ? endOf('refused', next.welcome) : next);
  }

  if (place.at === 'opening') return <EntrySkeleton />;
  if (place.at === 'outcome') {
    return (
      <OutcomePart
        {...place}
        device={device}
        signInHref={place.maySignIn ? signInFor(alias) : undefined}
        onAgain={again}
      />
    );
  }
  const { welcome } = place;
  if (place.at === 'webinar') {
    return (
      <WebinarRoom
        welcome={welcome}
        onRefused={(outcome) => setPlace(endOf(outcome, welcome))}
        onChanged={(changed) => setPlace({ at: 'webinar', welcome: changed })}
        onAgain={again}
      />
    );
  }
  if (place.at === 'reloaded') return <Reloaded {...place} onNext={setPlace} />;
  if (place.at === 'entry') {
    return <EntryPart {...place} onNext={setPlace} onGone={() => void lookForPlace()} />;
  }
  return (
    <Meeting
      entry={place.entry}
      room={welcome.room}
      devices={place.devices}
      wasLetIn={place.wasLetIn}
      onLeft={(reason) => void leaveOrAsk(reason, place)}
    />
  );
}

/** Loads the meeting's code before it is needed; a failure shows then. */
function useEarlyCode(place: VisitState): void {
  const isNear = place.at === 'entry' || place.at === 'reloaded';
  const mayWait = place.at === 'entry' && mayHaveToWait(place.welcome);
  useEffect(() => {
    if (isNear) void Meeting.load().catch(() => {});
    if (mayWait) void Waiting.load().catch(() => {});
  }, [isNear, mayWait]);
}

type EntryPartProps = Extract<VisitState, { at: 'entry' }> & {
  onNext: (next: VisitState) => void;
  /** The person has no place in the waiting room any more. */
  onGone: () => void;
};

/** The entry page, with the waiting room beside the same preview. */
function EntryPart({ welcome, waiting, onNext, onGone }: EntryPartProps) {
  function stopWaiting(next: VisitState): void {
    forgetWaiting();
    onNext(next);
  }
  const showWaiting = (enter: () => void) =>
    waiting && (
      <PartBoundary part="waiting">
        <Waiting
          {...waiting}
          welcome={welcome}
          onAdmitted={enter}
          onRefused={() => stopWaiting(endOf('refused', welcome))}
          onGone={onGone}
          onLeave={() => {
            notifyParentPage('left');
            stopWaiting(endOf('stopped', welcome));
          }}
        />
      </PartBoundary>
    );
  return (
    <EntryPage
      welcome={welcome}
      visitor={visitor}
      waiting={waiting?.entry}
      showWaiting={showWaiting}
      onWaiting={(entry) => {
        const begun = { entry, since: Date.now() };
        keepWaiting(begun);
        onNext({ at: 'entry', welcome, waiting: begun });
      }}
      onEntered={(entry, devices) =>
        stopWaiting(beginCall({ welcome, entry, devices, wasLetIn: waiting !== undefined }))
      }
      onRefused={(outcome) => onNext(endOf(outcome, welcome))}
      onChanged={(changed) => onNext({ at: 'entry', welcome: changed })}
    />
  );
}

/** Whether the code of the waiting room may be needed. */
const mayHaveToWait = ({ role, mustWait, room }: OpenedRoom): boolean =>
  role !== 'moderator' && (mustWait || room.opensWith === 'moderator' || room.opensAt !== null);

type ReloadedProps = Extract<VisitState, { at: 'reloaded' }> & { onNext: (next: VisitState) => void };

/** The page after a reload during the call. */
function Reloaded({ welcome, kept, onNext }: ReloadedProps) {
  const { entry, devices } = kept;
  return (
    <OutcomePage
      outcome="reloaded"
      roomName={welcome.room.name}
      onAgain={() => {
        if (devices.background) background.set(devices.background);
        onNext(beginCall({ welcome, entry, devices, wasLetIn: false }));
      }}
      onSetUp={() => {
        forgetCall();
        onNext({ at: 'entry', welcome });
      }}
    />
  );
}

type OutcomePartProps = Extract<VisitState, { at: 'outcome' }> & {
  device: DeviceRequest | undefined;
  signInHref: string | undefined;
  onAgain: () => void;
};

function OutcomePart({ isPublic, onAgain, ...props }: OutcomePartProps) {
  const { visit, outcome, roomName, signInHref, device } = props;
  const asGuest = () => {
    forgetLink();
    onAgain();
  };
  return (
    <EndPage
      visit={visit}
      outcome={outcome}
      roomName={roomName}
      onAgain={onAgain}
      onAsGuest={isPublic ? asGuest : undefined}
      signInHref={signInHref}
      device={device}
    />
  );
}

const endOf = (outcome: Outcome, { room }: OpenedRoom) =>
  ({ at: 'outcome', outcome, roomName: room.name }) as const;

function beginCall(call: Omit<InCall, 'at' | 'enteredAt'>): InCall {
  hideLink();
  addCallEntry();
  keepCall(call.entry, call.devices);
  return { at: 'call', ...call, enteredAt: serverClock.now() };
}

/** The visit whose report the next page may link to; undefined for people who are no longer welcome or not in it. */
function endedVisit(reason: LeftReason, { welcome, entry, enteredAt }: InCall): EndedVisit | undefined {
  if (reason !== 'left' && reason !== 'ended') return undefined;
  const { room, as, role } = welcome;
  const { participantToken } = entry;
  const moderatesByLink = as.kind === 'link' && role === 'moderator';
  if (as.kind === 'nobody') keepAttended(participantToken);
  return { room, as, participantToken, enteredAt, isCallOver: reason === 'ended', moderatesByLink };
}

async function knockAt(alias: string): Promise<VisitState> {
  const opened = await openRoom(alias);
  if ('welcome' in opened) {
    const { welcome } = opened;
    if (welcome.room.disabledFeatures.includes('backgrounds')) forbidBackgrounds();
    if (welcome.room.kind === 'playback') return { at: 'webinar', welcome };
    if (typeof RTCPeerConnection === 'undefined') return { at: 'outcome', outcome: 'unsupported' };
    const kept = keptCall(welcome.room.id);
    if (kept) return { at: 'reloaded', welcome, kept };
    return { at: 'entry', welcome, waiting: keptWaiting(welcome.room.id) };
  }
  const { refusal, openRoom: publicRoom, maySignIn } = opened;
  return { at: 'outcome', outcome: refusal, isPublic: publicRoom !== undefined, maySignIn };
}
