import { pages } from '../../../../../../contract/pages.ts';
import { useText } from '../../../../i18n/language.ts';
import { plainName } from '../../../../kit/plain-name.ts';
import { useApi } from '../../../../panel/context.ts';
import { RowTag } from '../../../../panel/list/row.tsx';
import { useLoaded } from '../../../../panel/loading/use-loaded.ts';
import { NowherePage } from '../../../../panel/nowhere-page.tsx';
import { requestProblemOf } from '../../../../panel/request-problem.ts';
import { pathTo } from '../../../../routing/pattern.ts';
import { Row } from '../../../../ui/layout/layout.tsx';
import { LoadFailed, PageSkeleton, StaleNote } from '../../../../ui/page/states.tsx';
import { Status } from '../../../../ui/parts/status.tsx';
import { paceOf } from '../model/follow.ts';
import type { DeliveryInFull } from '../model/types.ts';
import { pathOfWebhook, type WebhookAt } from '../model/webhook-at.ts';
import { toneOf } from '../status.ts';
import { WebhookFrame } from '../webhook-frame.tsx';
import { Attempts } from './attempts.tsx';
import { DeliveryFacts } from './delivery-facts.tsx';
import { NextAttempt } from './delivery-row.tsx';
import { SendAgain } from './send-again.tsx';

const quick = 1_000;

type Props = {
  at: WebhookAt;
  deliveryId: string;
  groupName: string;
  /** The address of the webhook, if it is not the main one of its group. */
  url: string | undefined;
  /** Called after a delivery: the receiver's state may have changed. */
  onNews: () => void;
};

/** One delivery: its event, and every attempt with its request and response. */
export function DeliveryPage({ at, deliveryId, groupName, url, onNews }: Props) {
  const text = useText('deliveries');
  const api = useApi();
  const live = useLoaded<DeliveryInFull>({
    key: ['delivery', deliveryId],
    load: () => api.getWebhookDeliveryById({ ...at, deliveryId }),
    pace: (delivery) => paceOf([delivery], Date.now(), quick),
  });
  const { value: delivery, error, reload } = live;
  if (!delivery) {
    if (error === undefined) return <PageSkeleton />;
    return requestProblemOf(error).code === 'not_found' ? <NowherePage /> : <LoadFailed onAgain={reload} />;
  }
  const { eventName, status, isTest, nextAttemptAt } = delivery;
  return (
    <WebhookFrame
      title={text[eventName]}
      above={[
        { name: plainName(groupName), to: pathTo(pages.webhook, { spaceId: at.spaceId }) },
        ...(url === undefined ? [] : [{ name: url, to: pathOfWebhook(at) }]),
      ]}
      about={
        <>
          <Row as="span" wrap align="center" tone="text" gap="xs sm">
            <Status tone={toneOf[status]}>{text[status]}</Status>
            {status === 'pending' && (
              <span>
                <NextAttempt at={nextAttemptAt} />
              </span>
            )}
            {isTest && <RowTag>{text.test}</RowTag>}
          </Row>
          {isTest && <span>{text.testAbout}</span>}
        </>
      }
      actions={
        <SendAgain
          {...{ at, delivery, onNews }}
          onAsked={({ status, nextAttemptAt }) => live.set({ ...delivery, status, nextAttemptAt })}
        />
      }
    >
      {error !== undefined && <StaleNote of="page" onAgain={reload} />}
      <DeliveryFacts delivery={delivery} spaceId={at.spaceId} />
      <Attempts delivery={delivery} />
    </WebhookFrame>
  );
}
