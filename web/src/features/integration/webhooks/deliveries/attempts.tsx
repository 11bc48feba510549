import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { Card, Row, Stack, Text, Title } from '../../../../ui/layout/layout.tsx';
import { exactTime } from '../../../../ui/times.ts';
import { failureOf } from '../model/failure.ts';
import type { AttemptInFull, DeliveryInFull } from '../model/types.ts';
import { AttemptBody } from './attempt-body.tsx';
import css from './delivery.module.css';
import { durationText, momentText } from './delivery-text.ts';

/** A number may occur twice, a time only once. */
const keyOf = ({ number, startedAt }: AttemptInFull): string => `${number} ${startedAt}`;

/** All attempts, the newest first and open; a new one opens too. */
export function Attempts({ delivery }: { delivery: DeliveryInFull }) {
  const text = useText('deliveries');
  const { attempts, status } = delivery;
  const newest = [...attempts].reverse();
  const [closedAtFirst] = useState(() => new Set(newest.slice(1).map(keyOf)));
  const [turned, setTurned] = useState<Record<string, boolean>>({});

  return (
    <Stack as="section" gap="md" aria-labelledby="attempts">
      <Title mb="xs" weight={650} id="attempts">
        {text.attemptsTitle}
      </Title>
      {attempts.length === 0 && (
        <Text size="md" dim>
          {status === 'pending' ? text.noAttemptsYet : text.neverSent}
        </Text>
      )}
      {newest.map((attempt) => {
        const key = keyOf(attempt);
        const isOpen = turned[key] ?? !closedAtFirst.has(key);
        return (
          <OneAttempt
            key={key}
            attempt={attempt}
            isOpen={isOpen}
            onTurn={() => setTurned((before) => ({ ...before, [key]: !isOpen }))}
          />
        );
      })}
    </Stack>
  );
}

type Props = { attempt: AttemptInFull; isOpen: boolean; onTurn: () => void };

function OneAttempt({ attempt, isOpen, onTurn }: Props) {
  const text = useText('deliveries');
  const language = useLanguage();
  const id = useId();
  const at = new Date(attempt.startedAt);
  const isGood = failureOf(attempt) === undefined;
  return (
    <Card as="article" aria-label={text.attempt(attempt.number)}>
      <Text as="h3" size="md" weight={400}>
        <Row
          as="button"
          wrap
          align="center"
          tone="text"
          tabular
          gap="xs md"
          p="sm md"
          pe="lg"
          full
          tall={52}
          hover="fill"
          inset
          className={css.turn}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onTurn}
        >
          <IconChevronRight className={css.chevron} size={18} aria-hidden />
          <Text as="span" weight={600}>
            {text.attempt(attempt.number)}
          </Text>
          <Text
            as="span"
            size="sm"
            weight={550}
            p="0 sm"
            radius="sm"
            className={css.answer}
            data-tone={isGood ? 'good' : 'bad'}
          >
            {attempt.statusCode ?? text.noAnswer}
          </Text>
          <Text as="span" dim>
            {durationText(attempt.durationMs, language)}
          </Text>
          <Text
            as="time"
            dim
            push
            className={css.at}
            dateTime={attempt.startedAt}
            title={exactTime(at, language)}
          >
            {momentText(at, new Date(), language)}
          </Text>
        </Row>
      </Text>
      {isOpen && (
        <Stack gap="lg" p="xs lg lg" className={css.attemptBody} id={id}>
          <AttemptBody attempt={attempt} />
        </Stack>
      )}
    </Card>
  );
}
