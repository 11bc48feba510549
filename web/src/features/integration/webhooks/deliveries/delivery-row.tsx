import { useLanguage, useText } from '../../../../i18n/language.ts';
import coverCss from '../../../../panel/list/cover.module.css';
import { RowTag } from '../../../../panel/list/row.tsx';
import { Link } from '../../../../routing/link.tsx';
import { Grid, Row, Stack, Text } from '../../../../ui/layout/layout.tsx';
import { Name } from '../../../../ui/parts/name.tsx';
import { Status } from '../../../../ui/parts/status.tsx';
import { exactTime } from '../../../../ui/times.ts';
import { useNow } from '../../../../ui/use-now.ts';
import type { Attempt, Delivery } from '../model/types.ts';
import { pathOfDelivery, type WebhookAt } from '../model/webhook-at.ts';
import { toneOf } from '../status.ts';
import css from './deliveries.module.css';
import { durationText, momentText, waitText } from './delivery-text.ts';

type Props = {
  at: WebhookAt;
  delivery: Delivery;
  /** Undefined if the room is gone or not among those of the page. */
  roomName: string | undefined;
};

/** One delivery: first its state, then its event. */
export function DeliveryRow({ at: webhook, delivery, roomName }: Props) {
  const text = useText('deliveries');
  const language = useLanguage();
  const { id, eventName, roomId, status, isTest, attempts } = delivery;
  const at = new Date(delivery.createdAt);
  const when = momentText(at, new Date(), language);
  return (
    <Grid
      as="li"
      align="start"
      size="md"
      tabular
      gap="0 lg"
      p="md lg"
      tall={64}
      hover="fill"
      className={css.row}
    >
      <Stack as="span" shrink className={css.state}>
        <Status tone={toneOf[status]}>{text[status]}</Status>
        {status === 'pending' && (
          <Text as="span" size="sm" dim truncate className={css.wait}>
            <NextAttempt at={delivery.nextAttemptAt} />
          </Text>
        )}
      </Stack>
      <Stack as="span" shrink className={css.main}>
        <Row as="span" gap="sm" align="center" shrink>
          <Text
            as={Link}
            size="md"
            weight={600}
            tone="text"
            truncate
            className={`${css.name} ${coverCss.cover}`}
            to={pathOfDelivery(webhook, id)}
            title={eventName}
            aria-label={`${text[eventName]}, ${text[status]}, ${when}`}
          >
            {text[eventName]}
          </Text>
          {isTest && <RowTag>{text.test}</RowTag>}
        </Row>
        <Text as="span" size="sm" dim truncate>
          {text.room}{' '}
          {roomName === undefined ? (
            <Text as="code" size="xs" mono>
              {roomId}
            </Text>
          ) : (
            <span title={roomId}>
              <Name>{roomName}</Name>
            </span>
          )}
        </Text>
      </Stack>
      <Stack as="span" shrink className={css.last}>
        <LastAttempt attempt={attempts.at(-1)} isPending={status === 'pending'} />
        {attempts.length > 0 && (
          <Text as="span" size="sm" dim truncate>
            {text.attempts(attempts.length)}
          </Text>
        )}
      </Stack>
      <Text
        as="time"
        size="sm"
        dim
        nowrap
        className={css.when}
        dateTime={delivery.createdAt}
        title={exactTime(at, language)}
      >
        {when}
      </Text>
    </Grid>
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
export function NextAttempt({ at }: { at: string | null }) {
  const text = useText('deliveries');
  const language = useLanguage();
  const away = (at === null ? 0 : Date.parse(at)) - useNow(1_000);
  return <>{away > 0 ? text.nextIn(waitText(away, language)) : text.beingSent}</>;
}
