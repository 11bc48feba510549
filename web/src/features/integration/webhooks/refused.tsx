import { IconLock } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { NowherePage } from '../../../panel/nowhere-page.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { LinkButton } from '../../../ui/page/link-button.tsx';
import { Blank } from '../../../ui/page/states.tsx';
import { Frame } from './frame.tsx';
import { messages } from './messages.ts';

export function NoPlan() {
  const text = useText(messages);
  return (
    <Card>
      <Blank icon={<IconLock size={24} stroke={1.5} />} title={text.planTitle} text={text.planText} />
    </Card>
  );
}

/** Instead of a webhook that the reader may not see. */
export function Refused({ code }: { code: string }) {
  const text = useText(messages);
  if (code === 'not_found') return <NowherePage />;
  return (
    <Frame title={text.webhookOf}>
      {code === 'plan_required' ? (
        <NoPlan />
      ) : (
        <Blank icon={<IconLock size={24} stroke={1.5} />} title={text.onlyOwner}>
          <LinkButton to={pages.webhooks} variant="default">
            {text.webhooks}
          </LinkButton>
        </Blank>
      )}
    </Frame>
  );
}
