import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallEntry, DeviceChoice, LeftReason, StageProps } from './call-contract.ts';
import { EntryPage } from './features/entry/entry-page.tsx';
import { EntrySkeleton } from './features/entry/entry-skeleton.tsx';
import { type Outcome, OutcomePage } from './features/outcome/outcome-page.tsx';
import { loadStage, useStage } from './load-stage.ts';
import { CallGround } from './ui/call-ground.tsx';
import { forgetLink, visitor } from './visit/address.ts';
import { askAtDoor } from './visit/early.ts';
import { tellParent, whereTo } from './visit/leave.ts';
import type { Welcome } from './visit/open.ts';
import { useAway } from './visit/use-away.ts';

type Place =
  | { at: 'opening' }
  | { at: 'entry'; welcome: Welcome }
  | { at: 'call'; welcome: Welcome; entry: CallEntry; devices: DeviceChoice }
  | { at: 'outcome'; outcome: Outcome; isPublic: boolean };

/** One visit to a room: the door, the call, and what comes after. */
export function RoomPage({ alias }: { alias: string }) {
  const [place, setPlace] = useState<Place>({ at: 'opening' });
  /** Grows with every knock at the door; an answer to an older one is thrown away. */
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

  useEffect(() => {
    // The room's code comes while the person looks at the preview; a failure shows when it is really needed.
    if (place.at === 'entry') void loadStage().catch(() => {});
  }, [place.at]);

  useAway(place.at === 'outcome' && place.outcome === 'away', knock);

  function again(): void {
    setPlace({ at: 'opening' });
    knock();
  }

  function leave(reason: LeftReason, redirectUrl: string | null | undefined): void {
    tellParent(reason);
    const address = whereTo(reason, redirectUrl);
    if (address) window.location.assign(address);
    setPlace({ at: 'outcome', outcome: reason, isPublic: false });
  }

  if (place.at === 'opening') return <EntrySkeleton />;
  if (place.at === 'outcome') {
    const asGuest = () => {
      forgetLink();
      again();
    };
    return (
      <OutcomePage outcome={place.outcome} onAgain={again} onAsGuest={place.isPublic ? asGuest : undefined} />
    );
  }
  const { welcome } = place;
  if (place.at === 'entry') {
    return (
      <EntryPage
        welcome={welcome}
        visitor={visitor}
        onEntered={(entry, devices) => setPlace({ at: 'call', welcome, entry, devices })}
        onRefused={(outcome) => setPlace({ at: 'outcome', outcome, isPublic: false })}
      />
    );
  }
  return (
    <LoadedStage
      entry={place.entry}
      room={welcome.room}
      devices={place.devices}
      onLeft={(reason) => leave(reason, welcome.room.redirectUrl)}
    />
  );
}

function LoadedStage(props: StageProps) {
  const Stage = useStage();
  return Stage ? <Stage {...props} /> : <CallGround />;
}

async function knockAt(alias: string): Promise<Place> {
  if (typeof RTCPeerConnection === 'undefined') {
    return { at: 'outcome', outcome: 'unsupported', isPublic: false };
  }
  const opened = await askAtDoor(alias);
  if ('welcome' in opened) return { at: 'entry', welcome: opened.welcome };
  return { at: 'outcome', outcome: opened.refusal, isPublic: opened.openRoom !== undefined };
}
