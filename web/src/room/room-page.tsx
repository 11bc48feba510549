import { useCallback, useEffect, useRef, useState } from 'react';
import { PartBoundary } from '../faults/part-boundary.tsx';
import { EntryPage } from '../features/entry/entry-page.tsx';
import { EntrySkeleton } from '../features/entry/entry-skeleton.tsx';
import type { Outcome } from '../features/outcome/outcome-page.tsx';
import { serverClock } from '../kit/server-clock.ts';
import type { CallEntry, DeviceChoice, LeftReason } from '../models/call/call-contract.ts';
import { forgetLink, keepAttended, visitor } from '../models/visit/address.ts';
import { openRoom } from '../models/visit/early.ts';
import { forgetWaiting, type KeptWaiting, keepWaiting, keptWaiting } from '../models/visit/kept-waiting.ts';
import { notifyParentPage, redirectAddressAfter } from '../models/visit/leave.ts';
import type { OpenedRoom } from '../models/visit/open.ts';
import { signInFor } from '../models/visit/signed-in.ts';
import type { EndedVisit } from '../models/visit/visited-call.ts';
import { lazyComponent } from '../ui/lazily.ts';
import { CallGround } from '../ui/page/call-ground.tsx';
import { EndPage } from './end-page.tsx';
import { useAway } from './use-away.ts';

const Meeting = lazyComponent(async () => (await import('./meeting.tsx')).default, <CallGround />);
const WebinarRoom = lazyComponent(
  async () => (await import('./webinar-room.tsx')).default,
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
  const mayWait = place.at === 'entry' && mayHaveToWait(place.welcome);

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

  useEffect(() => {
    // Load the meeting's code during the preview; a failure shows when the code is needed.
    if (place.at !== 'entry') return;
    void Meeting.load().catch(() => {});
    if (mayWait) void Waiting.load().catch(() => {});
  }, [place.at, mayWait]);

  useAway(place.at === 'outcome' && place.outcome === 'away', knock);

  function again(): void {
    setPlace({ at: 'opening' });
    knock();
  }

  function leave(reason: LeftReason, call: InCall): void {
    notifyParentPage(reason);
    const address = redirectAddressAfter(reason, call.welcome.room.redirectUrl);
    if (address) window.location.assign(address);
    setPlace({ ...endOf(reason, call.welcome), visit: address ? undefined : endedVisit(reason, call) });
  }

  /** Leaves the waiting room for `next`. */
  function stopWaiting(next: VisitState): void {
    forgetWaiting();
    setPlace(next);
  }

  /** Read the room again after a lost place: the link may be revoked, the room deleted. */
  async function lookForPlace(): Promise<void> {
    forgetWaiting();
    const next = await knockAt(alias);
    setPlace(next.at === 'entry' ? endOf('refused', next.welcome) : next);
  }

  if (place.at === 'opening') return <EntrySkeleton />;
  if (place.at === 'outcome') {
    return (
      <OutcomePart {...place} signInHref={place.maySignIn ? signInFor(alias) : undefined} onAgain={again} />
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
  if (place.at === 'entry') {
    const { waiting } = place;
    const showWaiting = (enter: () => void) =>
      waiting && (
        <PartBoundary part="waiting">
          <Waiting
            {...waiting}
            welcome={welcome}
            onAdmitted={enter}
            onRefused={() => stopWaiting(endOf('refused', welcome))}
            onGone={() => void lookForPlace()}
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
          setPlace({ at: 'entry', welcome, waiting: begun });
        }}
        onEntered={(entry, devices) =>
          stopWaiting(beginCall({ welcome, entry, devices, wasLetIn: waiting !== undefined }))
        }
        onRefused={(outcome) => setPlace(endOf(outcome, welcome))}
        onChanged={(changed) => setPlace({ at: 'entry', welcome: changed })}
      />
    );
  }
  return (
    <Meeting
      entry={place.entry}
      room={welcome.room}
      as={welcome.as}
      devices={place.devices}
      wasLetIn={place.wasLetIn}
      onLeft={(reason) => leave(reason, place)}
    />
  );
}

/** Whether the code of the waiting room may be needed. */
const mayHaveToWait = ({ role, mustWait, room }: OpenedRoom): boolean =>
  role !== 'moderator' && (mustWait || room.opensWith === 'moderator' || room.opensAt !== null);

type OutcomePartProps = Extract<VisitState, { at: 'outcome' }> & {
  signInHref: string | undefined;
  onAgain: () => void;
};

function OutcomePart({ visit, outcome, roomName, isPublic, signInHref, onAgain }: OutcomePartProps) {
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
    />
  );
}

const endOf = (outcome: Outcome, { room }: OpenedRoom) =>
  ({ at: 'outcome', outcome, roomName: room.name }) as const;

const beginCall = (call: Omit<InCall, 'at' | 'enteredAt'>): InCall => ({
  at: 'call',
  ...call,
  enteredAt: serverClock.now(),
});

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
    if (welcome.room.kind === 'playback') return { at: 'webinar', welcome };
    if (typeof RTCPeerConnection === 'undefined') return { at: 'outcome', outcome: 'unsupported' };
    return { at: 'entry', welcome, waiting: keptWaiting(welcome.room.id) };
  }
  const { refusal, openRoom: publicRoom, maySignIn } = opened;
  return { at: 'outcome', outcome: refusal, isPublic: publicRoom !== undefined, maySignIn };
}
