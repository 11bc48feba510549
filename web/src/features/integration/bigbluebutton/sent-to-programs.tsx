import { Button, Skeleton } from '@mantine/core';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { Loading } from '../../../panel/loading/loading.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { useSubmit } from '../../../panel/use-submit.ts';
import { Card, Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { toneOf } from '../webhooks/status.ts';

const most = 20;
const pace = 10_000;

type Sent = Answer<'listBigBlueButtonDeliveries'>['items'][number];

/** The newest requests to the programs of a group, to be sent again where one failed. */
export function SentToPrograms({ spaceId }: { spaceId: string }) {
  const text = useText('bigbluebutton');
  const api = useApi();
  const list = useLoaded({
    key: ['bigbluebutton deliveries', spaceId],
    load: () => api.listBigBlueButtonDeliveries({ spaceId, query: { limit: most } }),
    pace: () => pace,
  });
  const again = useSubmit(async (callbackId: string) => {
    await api.redeliverBigBlueButton({ spaceId, callbackId });
    list.reload();
  });
  return (
    <div>
      <Text as="h3" size="md" weight={500} mb="sm">
        {text.callbacks}
      </Text>
      <ProblemLine of={again} />
      <Loading of={list} isPart placeholder={<Skeleton height={64} radius="md" />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Text size="md" dim pretty>
              {text.callbacksEmpty}
            </Text>
          ) : (
            <>
              <Card>
                <Stack as="ul" ruled aria-label={text.callbacks}>
                  {items.map((sent) => (
                    <SentRow
                      key={sent.id}
                      sent={sent}
                      isBusy={again.isBusy}
                      onAgain={() => void again.run(sent.id)}
                    />
                  ))}
                </Stack>
              </Card>
              {total > items.length && (
                <Text mt="sm" size="sm" dim>
                  {text.older({ shown: items.length, total })}
                </Text>
              )}
            </>
          )
        }
      </Loading>
    </div>
  );
}

type RowProps = { sent: Sent; isBusy: boolean; onAgain: () => void };

function SentRow({ sent, isBusy, onAgain }: RowProps) {
  const text = useText('bigbluebutton');
  const states = useText('deliveries');
  const { eventName, meetingId, status, createdAt, attempts } = sent;
  const last = attempts.at(-1);
  const action = status === 'pending' ? text.sendNow : text.sendAgain;
  return (
    <Row as="li" wrap align="center" gap="sm md" p="md lg">
      <Stack grow shrink gap="xs">
        <Row as="span" wrap gap="0 md" align="baseline">
          <Text as="code" size="md" weight={600} mono>
            {eventName}
          </Text>
          <Status tone={toneOf[status]}>{states[status]}</Status>
          {last && (
            <Text as="span" size="sm" dim>
              {last.statusCode ?? last.error ?? text.noAnswer}
            </Text>
          )}
        </Row>
        <Text as="span" size="sm" dim breaks>
          <TimeAgo at={createdAt} />, {text.meeting}{' '}
          <Text as="code" size="xs" mono>
            {meetingId}
          </Text>
        </Text>
      </Stack>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isBusy}
        aria-label={text.sendFor({ action, event: eventName })}
        onClick={onAgain}
      >
        {action}
      </Button>
    </Row>
  );
}
