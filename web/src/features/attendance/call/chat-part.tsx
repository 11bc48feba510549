import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import type { CallMessage } from '../../../../../contract/operations/reports-chat.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { ReportDownloads } from '../../../panel/report/report-downloads.tsx';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { MarkedText } from '../../../ui/message/marked.tsx';
import { exactTime } from '../../../ui/times.ts';
import { fileNameOf, timeText } from '../model/call-texts.ts';
import { ExtraPart } from './extra-part.tsx';
import css from './extras.module.css';
import type { Place } from './use-call.ts';

const pageSize = 100;
const pageOfFile = 1000;
const pace = 10_000;

type Props = { place: Place; call: AttendanceReport['call']; isRunning: boolean };

/** The public chat of the call, the oldest message first. */
export function ChatPart({ place, call, isRunning }: Props) {
  const { spaceId, callId } = place;
  const text = useText('callExtras');
  const api = useApi();
  const [pages, setPages] = useState(1);
  const loaded = useLoaded({
    key: ['call messages', callId, pages],
    load: async () => {
      const load = (page: number) =>
        api.listAnalyticsCallMessages({
          spaceId,
          callId,
          query: { limit: pageSize, offset: page * pageSize, order: 'asc' },
        });
      const found = await Promise.all(Array.from({ length: pages }, (_, page) => load(page)));
      return { items: found.flatMap(({ items }) => items), total: found[0]?.total ?? 0 };
    },
    ...(isRunning && { pace: () => pace }),
  });

  async function readAll(): Promise<{ items: CallMessage[] }> {
    const items: CallMessage[] = [];
    for (;;) {
      const query = { limit: pageOfFile, offset: items.length, order: 'asc' } as const;
      const page = await api.listAnalyticsCallMessages({ spaceId, callId, query });
      items.push(...page.items);
      if (page.items.length < pageOfFile) return { items };
    }
  }

  return (
    <ExtraPart
      title={text.chat}
      about={({ total }) => text.messages(total)}
      loaded={loaded}
      isEmpty={({ items }) => items.length === 0}
      empty={{ Icon: IconMessage, text: text.noMessages }}
      actions={
        <ReportDownloads
          formats={['csv', 'json']}
          label={text.downloadChat}
          read={(format, query) =>
            format === 'json'
              ? readAll()
              : api.listAnalyticsCallMessages({ spaceId, callId, query: { ...query, format } })
          }
          fileNameOf={(format) => fileNameOf({ ...call, roomName: text.chatOf(call.roomName) }, format)}
        />
      }
    >
      {({ items, total }) => (
        <>
          {/* It scrolls, so that the keyboard has to reach it. */}
          <Stack as="ul" tabIndex={0} p="sm 0" className={css.messages} aria-label={text.chat}>
            {items.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </Stack>
          {items.length < total && (
            <Row justify="center" p="md" rule="top">
              <Button variant="default" loading={loaded.isBehind} onClick={() => setPages(pages + 1)}>
                {text.moreMessages}
              </Button>
            </Row>
          )}
        </>
      )}
    </ExtraPart>
  );
}

function Message({ message: { name, sentAt, text: said, isDeleted } }: { message: CallMessage }) {
  const text = useText('callExtras');
  const language = useLanguage();
  return (
    <Stack as="li" size="md" p="sm lg">
      <Row as="span" gap="sm" align="baseline" size="sm" dim tabular>
        <Text as="bdi" weight={550} tone="text" truncate>
          {name ?? text.unknown}
        </Text>
        <time dateTime={sentAt} title={exactTime(new Date(sentAt), language)}>
          {timeText(Date.parse(sentAt), language)}
        </time>
      </Row>
      {isDeleted ? (
        <Text as="span" dim className={css.deleted}>
          {text.deleted}
        </Text>
      ) : (
        <Text as="div" breaks lines dir="auto">
          <MarkedText text={said} />
        </Text>
      )}
    </Stack>
  );
}
