import { useCallback, useEffect, useRef, useState } from 'react';
import { Part } from '../faults/part.tsx';
import { EntryPage } from '../features/entry/entry-page.tsx';
import { EntrySkeleton } from '../features/entry/entry-skeleton.tsx';
import { type Outcome, OutcomePage } from '../features/outcome/outcome-page.tsx';
import type { WaitingSideProps } from '../features/waiting/waiting-side.tsx';
import type { CallEntry, DeviceChoice, LeftReason, StageProps } from '../models/call/call-contract.ts';
import { forgetLink, visitor } from '../models/visit/address.ts';
import { askAtDoor } from '../models/visit/early.ts';
import { forgetPlace, type KeptPlace, keepPlace, keptPlace } from '../models/visit/kept-place.ts';
import { tellParent, whereTo } from '../models/visit/leave.ts';
import type { Welcome } from '../models/visit/open.ts';
import { signInFor } from '../models/visit/own.ts';
import { CallGround } from '../ui/page/call-ground.tsx';
import { loadStage, useStage } from './load-stage.ts';
import { loadWaiting, useWaiting } from './load-waiting.ts';
import { useAway } from './use-away.ts';

type Place =
  | { at: 'opening' }
  | { at: 'entry'; welcome: Welcome; waiting?: KeptPlace | undefined }
  | { at: 'call'; welcome: Welcome; entry: CallEntry; devices: DeviceChoice; wasLetIn: boolean }
  | { at: 'outcome'; outcome: Outcome; isPublic?: boolean; maySignIn?: boolean };

/** One visit to a room: the door, the call, and what comes after. */
export function RoomPage({ alias }: { alias: string }) {
  const [place, setPlace] = useState<Place>({ at: 'opening' });
  /** Grows with every knock at the door; an answer to an older one is thrown away. */
  const latest = useRef(0);
  const mustWait = place.at === 'entry' && place.welcome.mustWait;

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
    // The room's code comes while the person looks at the preview; a failure shows when it is really needed.
    if (place.at !== 'entry') return;
    void loadStage().catch(() => {});
    if (mustWait) void loadWaiting().catch(() => {});
  }, [place.at, mustWait]);

  useAway(place.at === 'outcome' && place.outcome === 'away', knock);

  function again(): void {
    setPlace({ at: 'opening' });
    knock();
  }

  function leave(reason: LeftReason, redirectUrl: string | null | undefined): void {
    tellParent(reason);
    const address = whereTo(reason, redirectUrl);
    if (address) window.location.assign(address);
    setPlace({ at: 'outcome', outcome: reason });
  }

  /** No longer at the door: `next` is where the person is instead. */
  function stopWaiting(next: Place): void {
    forgetPlace();
    setPlace(next);
  }

  /** What became of the place is what the door says now: the link may be withdrawn, the room deleted. */
  async function lookForPlace(): Promise<void> {
    forgetPlace();
    const next = await knockAt(alias);
    setPlace(next.at === 'entry' ? { at: 'outcome', outcome: 'refused' } : next);
  }

  if (place.at === 'opening') return <EntrySkeleton />;
  if (place.at === 'outcome') {
    const asGuest = () => {
      forgetLink();
      again();
    };
    return (
      <OutcomePage
        outcome={place.outcome}
        onAgain={again}
        onAsGuest={place.isPublic ? asGuest : undefined}
        signInHref={place.maySignIn ? signInFor(alias) : undefined}
      />
    );
  }
  const { welcome } = place;
  if (place.at === 'entry') {
    const { waiting } = place;
    const showWaiting = (enter: () => void) =>
      waiting && (
        <Part part="waiting">
          <LoadedWaiting
            {...waiting}
            roomName={welcome.room.name}
            onAdmitted={enter}
            onRefused={() => stopWaiting({ at: 'outcome', outcome: 'refused' })}
            onGone={() => void lookForPlace()}
            onLeave={() => {
              tellParent('left');
              stopWaiting({ at: 'outcome', outcome: 'stopped' });
            }}
          />
        </Part>
      );
    return (
      <EntryPage
        welcome={welcome}
        visitor={visitor}
        waiting={waiting?.entry}
        showWaiting={showWaiting}
        onWaiting={(entry) => {
          const begun = { entry, since: Date.now() };
          keepPlace(begun);
          setPlace({ at: 'entry', welcome, waiting: begun });
        }}
        onEntered={(entry, devices) =>
          stopWaiting({ at: 'call', welcome, entry, devices, wasLetIn: waiting !== undefined })
        }
        onRefused={(outcome) => setPlace({ at: 'outcome', outcome })}
        onChanged={(changed) => setPlace({ at: 'entry', welcome: changed })}
      />
    );
  }
  return (
    <LoadedStage
      entry={place.entry}
      room={welcome.room}
      devices={place.devices}
      wasLetIn={place.wasLetIn}
      onLeft={(reason) => leave(reason, welcome.room.redirectUrl)}
    />
  );
}

function LoadedStage(props: StageProps) {
  const Stage = useStage();
  return Stage ? <Stage {...props} /> : <CallGround />;
}

function LoadedWaiting(props: WaitingSideProps) {
  const Waiting = useWaiting();
  return Waiting ? <Waiting {...props} /> : null;
}

async function knockAt(alias: string): Promise<Place> {
  if (typeof RTCPeerConnection === 'undefined') {
    return { at: 'outcome', outcome: 'unsupported' };
  }
  const opened = await askAtDoor(alias);
  if ('welcome' in opened) {
    const { welcome } = opened;
    return { at: 'entry', welcome, waiting: keptPlace(welcome.room.id) };
  }
  const { refusal, openRoom, maySignIn } = opened;
  return { at: 'outcome', outcome: refusal, isPublic: openRoom !== undefined, maySignIn };
}
