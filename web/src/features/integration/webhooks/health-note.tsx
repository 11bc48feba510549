import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { Link } from '../../../routing/link.tsx';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import { Note } from '../../../ui/parts/note.tsx';
import { minuteTime, relativeTime } from '../../../ui/times.ts';
import { useNow } from '../../../ui/use-now.ts';
import css from './health-note.module.css';
import type { Webhook } from './model/types.ts';
import { pathOfPart, pathOfWebhook, type WebhookAt } from './model/webhook-at.ts';

type Props = { at: WebhookAt; webhook: Webhook };

/** Warns the owner that deliveries fail, or that none are sent. */
export function HealthNote({ at, webhook }: Props) {
  const text = useText('webhooks');
  const language = useLanguage();
  const now = useNow(30_000);
  const { isActive, isFailing, failedInRow, failedSince } = webhook;
  const toFailed = `${pathOfWebhook(at)}?status=failed`;
  const since = new Date(failedSince ?? now);

  if (isFailing) {
    return (
      <Row as="section" gap="md" p="lg" mb="xl" className={css.failing} aria-label={text.statusFailing}>
        <IconAlertTriangle className={css.icon} size={22} aria-hidden />
        <Stack align="start" shrink gap="sm">
          <Text as="h2" size="xl" weight={600}>
            {text.failingTitle}
          </Text>
          <Text size="md" pretty measure={70}>
            {text.failingText({ count: failedInRow, since: minuteTime(since, language) })}{' '}
            {text.failingAdvice}
          </Text>
          <LinkButton mt={8} to={toFailed} variant="default">
            {text.seeFailed}
          </LinkButton>
        </Stack>
      </Row>
    );
  }
  if (!isActive) {
    return (
      <Text as="div" mb="lg">
        <Note icon={IconPlayerPause}>
          {text.offText} <Link to={pathOfPart(at, 'settings')}>{text.toSettings}</Link>
        </Note>
      </Text>
    );
  }
  if (failedInRow === 0) return null;
  return (
    <Text as="div" mb="lg">
      <Note tone="warning">
        {text.troubledText({ count: failedInRow, since: relativeTime(since, new Date(now), language) })}{' '}
        <Link to={toFailed}>{text.seeFailed}</Link>
      </Note>
    </Text>
  );
}
