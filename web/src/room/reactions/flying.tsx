import { VisuallyHidden } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { FlyingReaction, ReactionCount, Reactions, Sender } from '../../models/gestures/reactions.ts';
import { Grid, Row, Text } from '../../ui/layout/layout.tsx';
import { useStore } from '../../ui/use-store.ts';
import css from './reactions.module.css';

type Props = { reactions: Reactions };

/** Reactions over the picture: flying, or as sums for people who reduce motion. */
export function Flying(props: Props) {
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  return (
    <>
      {isStill ? <Sums {...props} /> : <Flights {...props} />}
      <Spoken {...props} />
    </>
  );
}

/** Names a person who reacted. */
function useSenderName(): (sender: Sender) => string {
  const text = useText('stage');
  return ({ name, isMe }) => (isMe ? text.you : plainName(name));
}

function Flights({ reactions }: Props) {
  const nameOf = useSenderName();
  const flights = useStore(reactions.flying);
  return (
    <div className={css.sky} aria-hidden data-flights>
      {flights.map((flight) => (
        <Grid as="span" gap="xs" key={flight.id} className={css.flight} style={styleOf(flight)}>
          <span className={css.emoji}>{flight.emoji}</span>
          {flight.count > 1 && (
            <Text as="span" size="md" weight={600} tabular className={css.times}>
              {`×${flight.count}`}
            </Text>
          )}
          {flight.from && (
            <Text as="span" size="sm" weight={500} truncate className={css.sender}>
              <bdi>{nameOf(flight.from)}</bdi>
            </Text>
          )}
        </Grid>
      ))}
    </div>
  );
}

/** Each has its own path, so that none covers another for long. */
function styleOf({ id, lane, delay }: FlyingReaction): CSSProperties {
  return {
    // The name of the sender stays within the screen.
    insetInlineStart: `min(${4 + lane * 88}%, calc(100% - 160px))`,
    animationDelay: `${delay}ms`,
    '--sway': `${((id * 37) % 61) - 30}px`,
  } as CSSProperties;
}

function Sums({ reactions }: Props) {
  const nameOf = useSenderName();
  const tally = useStore(reactions.counts);
  if (tally.length === 0) return null;
  return (
    <Row gap="xs md" wrap justify="center" className={css.sums} aria-hidden data-sums>
      {tally.map(({ emoji, count, from }) => (
        <Row as="span" inline align="center" size="lg" weight={600} tabular key={emoji} className={css.sum}>
          {emoji}
          <span>{count}</span>
          {from.length > 0 && (
            <Text as="span" truncate className={css.senders}>
              {from.map(nameOf).join(', ')}
            </Text>
          )}
        </Row>
      ))}
    </Row>
  );
}

/** For screen readers: the sums, once they are final. */
function Spoken({ reactions }: Props) {
  const text = useText('gestures');
  const nameOf = useSenderName();
  const tally = useStore(reactions.counts);
  const last = useRef<readonly ReactionCount[]>([]);
  const [said, setSaid] = useState<{ id: number; tally: readonly ReactionCount[] }>({ id: 0, tally: [] });
  useEffect(() => {
    if (tally.length === 0 && last.current.length > 0) {
      const over = last.current;
      setSaid(({ id }) => ({ id: id + 1, tally: over }));
    }
    last.current = tally;
  }, [tally]);
  return (
    <VisuallyHidden role="log" aria-live="polite">
      {said.tally.length > 0 && (
        <span key={said.id}>
          {text.flew(
            said.tally
              .map(({ emoji, count, from }) => [emoji, count, ...from.map(nameOf)].join(' '))
              .join(', '),
          )}
        </span>
      )}
    </VisuallyHidden>
  );
}
