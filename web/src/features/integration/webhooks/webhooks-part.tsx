import { Button } from '@mantine/core';
import { IconChevronRight, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import type { Client } from '../../../../../contract/client/index.ts';
import { pages } from '../../../../../contract/pages.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { sharedNamesAmong } from '../../../kit/shared-names.ts';
import { useApi } from '../../../panel/context.ts';
import coverCss from '../../../panel/list/cover.module.css';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { requestProblemOf } from '../../../panel/request-problem.ts';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Card, Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { EmptyState, LoadFailed, RowsSkeleton } from '../../../ui/page/states.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { minuteTime } from '../../../ui/times.ts';
import css from '../integration.module.css';
import { worstOf } from './status.ts';
import { PlanRequired } from './webhook-refused.tsx';

type Space = Answer<'listSpaces'>['items'][number];

const step = 25;

/** The groups of the account, each with its webhook. */
export function WebhooksPart() {
  const text = useText('webhooks');
  const api = useApi();
  const list = useLoaded({ key: ['owned groups'], load: () => ownedGroups(api) });
  const [count, setCount] = useState(step);
  if (!list.value) {
    return (
      <Card>
        {list.error === undefined ? <RowsSkeleton count={3} /> : <LoadFailed onAgain={list.reload} />}
      </Card>
    );
  }
  const { groups, isInPlan } = list.value;
  if (!isInPlan) return <PlanRequired />;
  const isNameShared = sharedNamesAmong(groups);
  return (
    <>
      <Text mb="lg" size="md" dim pretty measure={70}>
        {text.webhooksAbout}
      </Text>
      <Card>
        {groups.length === 0 && (
          <EmptyState icon={IconUsersGroup} title={text.webhooksEmpty} text={text.webhooksEmptyText}>
            <LinkButton to={pages.groups}>{text.toGroups}</LinkButton>
          </EmptyState>
        )}
        {groups.length > 0 && (
          <Stack as="ul" ruled aria-label={text.webhooksList}>
            {groups.slice(0, count).map((group) => (
              <GroupRow key={group.id} group={group} isNameShared={isNameShared(group)} />
            ))}
          </Stack>
        )}
      </Card>
      {groups.length > count && (
        <Button mt={12} variant="default" onClick={() => setCount(count + step)}>
          {text.showMore}
        </Button>
      )}
    </>
  );
}

/** Shown once for the whole page: all groups get the same refusal. */
async function ownedGroups(api: Client): Promise<{ groups: Space[]; isInPlan: boolean }> {
  const { items } = await api.listSpaces();
  const groups = items.filter(({ roleInSpace }) => roleInSpace === 'role_space_owner');
  const [first] = groups;
  const refusal =
    first &&
    (await api
      .listWebhooks({ spaceId: first.id, query: { limit: 1 } })
      .catch((error: unknown) => requestProblemOf(error).code));
  return { groups, isInPlan: refusal !== 'plan_required' };
}

/** Groups of the same name are told apart by when they were created. */
function GroupRow({ group, isNameShared }: { group: Space; isNameShared: boolean }) {
  const text = useText('webhooks');
  const language = useLanguage();
  const api = useApi();
  const { value } = useLoaded({
    key: ['webhooks', group.id],
    load: () => api.listWebhooks({ spaceId: group.id, query: { order: 'asc' } }),
  });
  const webhooks = value?.items ?? [];
  const [first] = webhooks;
  const worst = worstOf(webhooks, text);
  return (
    <Row as="li" align="center" gap="md" p="md lg" tall={64} className={css.row} data-link>
      <Stack align="start" grow>
        <Text
          as={Link}
          size="lg"
          weight={550}
          tone="text"
          className={coverCss.cover}
          to={pathTo(pages.webhook, { spaceId: group.id })}
        >
          <Name>{group.name}</Name>
        </Text>
        {(first || isNameShared) && (
          <Row as="p" wrap size="sm" dim gap="0 sm">
            {isNameShared && (
              <span>{text.groupCreated(minuteTime(new Date(group.createdAt), language))}</span>
            )}
            {first && <Name>{first.url}</Name>}
            {webhooks.length > 1 && <span>{text.moreWebhooks(webhooks.length - 1)}</span>}
          </Row>
        )}
      </Stack>
      <Text as="span" fixed size="md" dim>
        {value && <Status tone={worst.tone}>{worst.words}</Status>}
      </Text>
      <IconChevronRight size={18} aria-hidden />
    </Row>
  );
}
