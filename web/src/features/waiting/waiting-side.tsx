import { Button } from '@mantine/core';
import { IconDoor } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import type { CallEntry } from '../../models/call/call-contract.ts';
import { openCentrifuge, socketUrl } from '../../models/live/centrifuge.ts';
import { ownWaitingApi } from '../../models/waiting/api.ts';
import { OwnWaiting, type OwnWaitingState } from '../../models/waiting/own-waiting.ts';
import { createSteadyClock } from '../../models/waiting/steady-clock.ts';
import { useHeld } from '../../room/use-held.ts';
import { playSound } from '../../sound/play-sound.ts';
import { useLasting } from '../../ui/use-lasting.ts';
import { useStore } from '../../ui/use-store.ts';
import { showInTitle } from './show-in-title.ts';
import classes from './waiting.module.css';

export type WaitingSideProps = {
  entry: CallEntry;
  roomName: string;
  /** When the person began to wait, in milliseconds. */
  since: number;
  onAdmitted: () => void;
  onRefused: () => void;
  onGone: (error: unknown) => void;
  onLeave: () => void;
};

/** Shown beside the own preview while a moderator has not decided. */
export function WaitingSide(props: WaitingSideProps) {
  const { entry, roomName, since, onLeave } = props;
  const text = useText('waiting');
  const [place] = useHeld(() => openPlace(entry));
  const heading = useRef<HTMLHeadingElement>(null);
  const soonId = useId();

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    document.title = `${text.titleWaiting(roomName)} · Lectern`;
  }, [text, roomName]);

  return (
    <>
      <div>
        <p className={classes.kind}>
          <IconDoor size={16} aria-hidden />
          {text.kind}
        </p>
        <h1 className={classes.title} ref={heading} tabIndex={-1} aria-describedby={soonId}>
          {roomName}
        </h1>
      </div>
      <div className={classes.card}>
        <p id={soonId} className={classes.soon}>
          <span className={classes.pulse} aria-hidden />
          {text.soon}
        </p>
        <p className={classes.stay}>{text.stay}</p>
        <HowLong since={since} />
        {place && <Answer {...props} place={place.model} />}
      </div>
      <Button variant="default" size="md" className={classes.leave ?? ''} onClick={onLeave}>
        {text.leave}
      </Button>
    </>
  );
}

function openPlace(entry: CallEntry) {
  const { clock, end } = createSteadyClock();
  const model = new OwnWaiting({
    api: ownWaitingApi(entry),
    open: openCentrifuge(socketUrl('/connection/websocket', window.location.href)),
    clock,
    page: window,
  });
  model.start();
  return {
    model,
    end: () => {
      model.end();
      end();
    },
  };
}

/** Calls the handler when a moderator decides. */
function Answer({
  place,
  roomName,
  onAdmitted,
  onRefused,
  onGone,
}: WaitingSideProps & { place: OwnWaiting }) {
  const text = useText('waiting');
  const state = useStore(place.state);
  const isAway = useLasting(state.phase === 'waiting' && state.isAway, 4_000);
  const answer = useRef<(state: OwnWaitingState) => void>(() => undefined);
  answer.current = (now) => {
    if (now.phase === 'admitted') {
      playSound('letIn');
      showInTitle(text.titleIn(roomName), roomName);
      onAdmitted();
    } else if (now.phase === 'refused') onRefused();
    else if (now.phase === 'gone') onGone(now.error);
  };
  useEffect(() => answer.current(state), [state]);
  return (
    <p className={classes.away} role="alert">
      {isAway ? text.away : ''}
    </p>
  );
}

/** Not announced: it is there for people who look for it. */
function HowLong({ since }: { since: number }) {
  const text = useText('waiting');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.floor((now - since) / 60_000);
  return minutes > 0 ? <p className={classes.howLong}>{text.forMinutes(minutes)}</p> : null;
}
