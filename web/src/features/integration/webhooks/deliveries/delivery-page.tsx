import { pages } from '../../../../../../contract/pages.ts';
import { useText } from '../../../../i18n/language.ts';
import { plainName } from '../../../../kit/plain-name.ts';
import { useApi } from '../../../../panel/context.ts';
import { Mark } from '../../../../panel/list/row.tsx';
import { useLive } from '../../../../panel/live/use-live.ts';
import { NowherePage } from '../../../../panel/nowhere-page.tsx';
import { troubleOf } from '../../../../panel/trouble.ts';
import { pathTo } from '../../../../routing/pattern.ts';
import { NotLoaded, PageSkeleton, Stale } from '../../../../ui/page/states.tsx';
import { Status } from '../../../../ui/page/status.tsx';
import { Frame } from '../frame.tsx';
import { paceOf } from '../model/follow.ts';
import type { DeliveryInFull } from '../model/types.ts';
import { toneOf } from '../status.ts';
import { Attempts } from './attempts.tsx';
import css from './delivery.module.css';
import { DeliveryFacts } from './delivery-facts.tsx';
import { deliveryMessages } from './delivery-messages.ts';
import { Wait } from './delivery-row.tsx';
import { SendAgain } from './send-again.tsx';

const quick = 1_000;

type Props = {
  spaceId: string;
  deliveryId: string;
  groupName: string;
  /** It was sent: what is known of the receiver may be old. */
  onNews: () => void;
};

/** One delivery: what it was of, and every attempt with what was sent and what came back. */
export function DeliveryPage({ spaceId, deliveryId, groupName, onNews }: Props) {
  const text = useText(deliveryMessages);
  const api = useApi();
  const live = useLive<DeliveryInFull>({
    key: deliveryId,
    load: () => api.getWebhookDelivery({ spaceId, deliveryId }),
    pace: (delivery) => paceOf([delivery], Date.now(), quick),
  });
  const { value: delivery, error, reload } = live;
  if (!delivery) {
    if (error === undefined) return <PageSkeleton />;
    return troubleOf(error).code === 'not_found' ? <NowherePage /> : <NotLoaded onAgain={reload} />;
  }
  const { eventName, status, isTest, nextAttemptAt } = delivery;
  return (
    <Frame
      title={eventName}
      above={[{ name: plainName(groupName), to: pathTo(pages.webhook, { spaceId }) }]}
      about={
        <>
          <span className={css.state}>
            <Status tone={toneOf[status]}>{text[status]}</Status>
            {status === 'pending' && <Wait at={nextAttemptAt} />}
            {isTest && <Mark>{text.test}</Mark>}
          </span>
          {isTest && <span>{text.testAbout}</span>}
        </>
      }
      actions={
        <SendAgain
          {...{ spaceId, delivery, onNews }}
          onAsked={({ status, nextAttemptAt }) => live.set({ ...delivery, status, nextAttemptAt })}
        />
      }
    >
      {error !== undefined && <Stale of="page" onAgain={reload} />}
      <DeliveryFacts delivery={delivery} spaceId={spaceId} />
      <Attempts delivery={delivery} />
    </Frame>
  );
}
