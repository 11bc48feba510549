import { Button } from '@mantine/core';
import { IconDoor } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { serverClock } from '../../kit/server-clock.ts';
import type { CallEntry } from '../../models/call/call-contract.ts';
import { openCentrifuge, socketUrl } from '../../models/live/centrifuge.ts';
import type { OpenedRoom } from '../../models/visit/open.ts';
import { ownWaitingApi } from '../../models/waiting/api.ts';
import { OwnWaiting, type OwnWaitingState } from '../../models/waiting/own-waiting.ts';
import { createSteadyClock } from '../../models/waiting/steady-clock.ts';
import { UntilOpening } from '../../room/until-opening.tsx';
import { useResource } from '../../room/use-resource.ts';
import { playSound } from '../../sound/play-sound.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { VisitHead } from '../../ui/page/visit-head.tsx';
import { useLasting } from '../../ui/use-lasting.ts';
import { useStore } from '../../ui/use-store.ts';
import { showInTitle } from './show-in-title.ts';
import classes from './waiting.module.css';

type WaitingSideProps = {
  entry: CallEntry;
  welcome: Pick<OpenedRoom, 'room' | 'as'>;
  /** When the person began to wait, in milliseconds. */
  since: number;
  onAdmitted: () => void;
  onRefused: () => void;
  onGone: (error: unknown) => void;
  onLeave: () => void;
};

/** Shown beside the own preview until the room opens or a moderator decides. */
export function WaitingSide(props: WaitingSideProps) {
  const { entry, welcome, since, onLeave } = props;
  const { room } = welcome;
  const text = useText('waiting');
  const [place] = useResource(() => openPlace(entry));
  const heading = useRef<HTMLHeadingElement>(null);
  const soonId = useId();

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    document.title = `${text.titleWaiting(room.name)} · Lectern`;
  }, [text, room.name]);

  return (
    <>
      <div>
        <VisitHead icon={IconDoor} kind={text.kind} ref={heading} tabIndex={-1} aria-describedby={soonId}>
          {room.name}
        </VisitHead>
      </div>
      {place && <Countdown {...props} place={place.model} />}
      <Stack gap="md" p="lg" radius="lg" ground="ground-soft">
        <Row as="p" id={soonId} gap="md" align="center" size="xl" weight={600} role="status">
          {place && <Reason place={place.model} />}
        </Row>
        {place && <Message place={place.model} />}
        <Text size="md" dim>
          {room.isMutedOnEntry ? text.stayMuted : text.stay}
        </Text>
        <HowLong since={since} />
        {place && <Answer {...props} place={place.model} />}
      </Stack>
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
    serverNow: serverClock.now,
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

function Countdown({ place, welcome: { room, as } }: WaitingSideProps & { place: OwnWaiting }) {
  const state = useStore(place.state);
  if (state.phase !== 'waiting' || state.waitsFor !== 'opening' || state.opensAt === undefined) return null;
  return <UntilOpening room={room} opensAt={state.opensAt} hasLink={as.kind === 'link'} />;
}

/** The reason why the person waits. */
function Reason({ place }: { place: OwnWaiting }) {
  const text = useText('waiting');
  const state = useStore(place.state);
  const waitsFor = state.phase === 'waiting' ? state.waitsFor : undefined;
  if (!waitsFor) return null;
  const reason = { opening: text.untilOpening, moderator: text.noHost, admission: text.soon }[waitsFor];
  return (
    <>
      <Text as="span" square={10} radius="round" ground="accent" pulse aria-hidden />
      {reason}
    </>
  );
}

/** The message of the moderators. Its region is there before it, so that screen readers announce it and each change. */
function Message({ place }: { place: OwnWaiting }) {
  const text = useText('waiting');
  const state = useStore(place.state);
  const message = state.phase === 'waiting' ? state.message : undefined;
  return (
    <div role="status" className={classes.message}>
      {message && (
        <>
          <Text size="md" dim>
            {text.messageFrom}
          </Text>
          <Text breaks dir="auto">
            {message}
          </Text>
        </>
      )}
    </div>
  );
}

/** Calls the handler when a moderator decides or the room opens. */
function Answer({
  place,
  welcome: { room },
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
      showInTitle(text.titleIn(room.name), room.name);
      onAdmitted();
    } else if (now.phase === 'refused') onRefused();
    else if (now.phase === 'gone') onGone(now.error);
  };
  useEffect(() => answer.current(state), [state]);
  return (
    <Text size="md" tone="danger" hidesEmpty role="alert">
      {isAway ? text.away : ''}
    </Text>
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
  return minutes > 0 ? (
    <Text size="md" dim tabular>
      {text.forMinutes(minutes)}
    </Text>
  ) : null;
}
