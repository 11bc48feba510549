import { useLanguage, useText } from '../../../../i18n/language.ts';
import coverCss from '../../../../panel/list/cover.module.css';
import { RowTag } from '../../../../panel/list/row.tsx';
import { Link } from '../../../../routing/link.tsx';
import { Status } from '../../../../ui/parts/status.tsx';
import { exactTime } from '../../../../ui/times.ts';
import { useNow } from '../../../../ui/use-now.ts';
import type { Attempt, Delivery } from '../model/types.ts';
import { pathOfDelivery, type WebhookAt } from '../model/webhook-at.ts';
import { toneOf } from '../status.ts';
import css from './deliveries.module.css';
import { durationText, momentText, waitText } from './delivery-text.ts';

type Props = { at: WebhookAt; delivery: Delivery };

/** One delivery: first its state, then its event. */
export function DeliveryRow({ at: webhook, delivery }: Props) {
  const text = useText('deliveries');
  const language = useLanguage();
  const { id, eventName, roomId, status, isTest, attempts } = delivery;
  const at = new Date(delivery.createdAt);
  const when = momentText(at, new Date(), language);
  return (
    <li className={css.row}>
      <span className={css.state}>
        <Status tone={toneOf[status]}>{text[status]}</Status>
        {status === 'pending' && (
          <NextAttempt className={`${css.soft} ${css.wait}`} at={delivery.nextAttemptAt} />
        )}
      </span>
      <span className={css.main}>
        <span className={css.first}>
          <Link
            className={`${css.name} ${coverCss.cover}`}
            to={pathOfDelivery(webhook, id)}
            aria-label={`${eventName}, ${text[status]}, ${when}`}
          >
            {eventName}
          </Link>
          {isTest && <RowTag>{text.test}</RowTag>}
        </span>
        <span className={css.soft}>
          {text.room} <code className={css.code}>{roomId}</code>
        </span>
      </span>
      <span className={css.last}>
        <LastAttempt attempt={attempts.at(-1)} isPending={status === 'pending'} />
        {attempts.length > 0 && <span className={css.soft}>{text.attempts(attempts.length)}</span>}
      </span>
      <time className={css.when} dateTime={delivery.createdAt} title={exactTime(at, language)}>
        {when}
      </time>
    </li>
  );
}

type LastProps = { attempt: Attempt | undefined; isPending: boolean };

function LastAttempt({ attempt, isPending }: LastProps) {
  const text = useText('deliveries');
  const language = useLanguage();
  if (!attempt) return isPending ? null : <span>{text.noAttempt}</span>;
  return (
    <span>
      {attempt.statusCode ?? text.noAnswer} · {durationText(attempt.durationMs, language)}
    </span>
  );
}

/** A countdown to the next attempt. */
export function NextAttempt({ at, className }: { at: string | null; className?: string | undefined }) {
  const text = useText('deliveries');
  const language = useLanguage();
  const away = (at === null ? 0 : Date.parse(at)) - useNow(1_000);
  return (
    <span className={className}>{away > 0 ? text.nextIn(waitText(away, language)) : text.beingSent}</span>
  );
}
