import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import type { CallMessage } from '../../../../../contract/operations/reports-chat.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { exactTime } from '../../../ui/times.ts';
import { timeText } from '../model/call-texts.ts';
import { ChatDownloads } from './extra-downloads.tsx';
import { ExtraPart } from './extra-part.tsx';
import css from './extras.module.css';
import type { Place } from './use-call.ts';

const pageSize = 100;
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
  return (
    <ExtraPart
      title={text.chat}
      about={({ total }) => text.messages(total)}
      loaded={loaded}
      isEmpty={({ items }) => items.length === 0}
      empty={{ Icon: IconMessage, text: text.noMessages }}
      actions={<ChatDownloads place={place} call={call} />}
    >
      {({ items, total }) => (
        <>
          <ul className={css.messages} aria-label={text.chat}>
            {items.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
          {items.length < total && (
            <div className={css.more}>
              <Button variant="default" loading={loaded.isBehind} onClick={() => setPages(pages + 1)}>
                {text.moreMessages}
              </Button>
            </div>
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
    <li className={css.message}>
      <span className={css.messageHead}>
        <bdi className={css.who}>{name ?? text.unknown}</bdi>
        <time dateTime={sentAt} title={exactTime(new Date(sentAt), language)}>
          {timeText(Date.parse(sentAt), language)}
        </time>
      </span>
      {isDeleted ? (
        <span className={css.deleted}>{text.deleted}</span>
      ) : (
        <span className={css.said} dir="auto">
          {said}
        </span>
      )}
    </li>
  );
}
