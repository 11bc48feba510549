import { IconLock } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { NowherePage } from '../../../panel/nowhere-page.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import { WebhookFrame } from './webhook-frame.tsx';

export function PlanRequired() {
  const text = useText('webhooks');
  return (
    <Card>
      <EmptyState icon={IconLock} title={text.planTitle} text={text.planText} />
    </Card>
  );
}

/** Replaces a webhook that the reader may not see. */
export function WebhookRefused({ code }: { code: string }) {
  const text = useText('webhooks');
  if (code === 'not_found') return <NowherePage />;
  return (
    <WebhookFrame title={text.webhookOf}>
      {code === 'plan_required' ? (
        <PlanRequired />
      ) : (
        <EmptyState icon={IconLock} title={text.onlyOwner}>
          <LinkButton to={pages.webhooks} variant="default">
            {text.webhooks}
          </LinkButton>
        </EmptyState>
      )}
    </WebhookFrame>
  );
}
