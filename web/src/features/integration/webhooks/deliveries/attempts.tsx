import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useLanguage, useText } from '../../../../i18n/language.ts';
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
    <section className={css.attempts} aria-labelledby="attempts">
      <h2 className={css.heading} id="attempts">
        {text.attemptsTitle}
      </h2>
      {attempts.length === 0 && (
        <p className={css.none}>{status === 'pending' ? text.noAttemptsYet : text.neverSent}</p>
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
    </section>
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
    <article className={css.attempt} aria-label={text.attempt(attempt.number)}>
      <h3 className={css.attemptHead}>
        <button
          type="button"
          className={css.turn}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onTurn}
        >
          <IconChevronRight className={css.chevron} size={18} aria-hidden />
          <span className={css.number}>{text.attempt(attempt.number)}</span>
          <span className={css.answer} data-tone={isGood ? 'good' : 'bad'}>
            {attempt.statusCode ?? text.noAnswer}
          </span>
          <span className={css.took}>{durationText(attempt.durationMs, language)}</span>
          <time className={css.at} dateTime={attempt.startedAt} title={exactTime(at, language)}>
            {momentText(at, new Date(), language)}
          </time>
        </button>
      </h3>
      {isOpen && (
        <div className={css.attemptBody} id={id}>
          <AttemptBody attempt={attempt} />
        </div>
      )}
    </article>
  );
}
