import { IconMovie } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { recordNews } from '../../../panel/record-news/record-news.ts';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Row, Stack } from '../../../ui/layout/layout.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { clockValue, lengthText } from '../../../ui/times.ts';
import { timeText } from '../model/call-texts.ts';
import { ExtraPart } from './extra-part.tsx';
import css from './extras.module.css';
import type { Place } from './use-call.ts';

type CallRecord = Answer<'listRecords'>['items'][number];

const pace = 10_000;
const isUnfinished = ({ state }: CallRecord): boolean => ['new', 'recording', 'processing'].includes(state);

/** The recordings of the call, each with a link to its page. */
export function RecordingsPart({ place, isRunning }: { place: Place; isRunning: boolean }) {
  const { spaceId, roomId, callId } = place;
  const text = useText('callExtras');
  const api = useApi();
  const loaded = useLoaded({
    key: ['call recordings', callId],
    load: async () => {
      const { items } = await api.listRecords({
        spaceId,
        roomId,
        query: { callId, limit: 100, order: 'asc' },
      });
      recordNews.see(items);
      return items.filter(({ state }) => state !== 'aborted');
    },
    pace: (records) => (isRunning || records.some(isUnfinished) ? pace : undefined),
  });
  return (
    <ExtraPart
      title={text.recordings}
      loaded={loaded}
      isEmpty={(records) => records.length === 0}
      empty={{ Icon: IconMovie, text: text.noRecordings }}
    >
      {(records) => (
        <Stack as="ul" ruled aria-label={text.recordings}>
          {records.map((record) => (
            <RecordLine key={record.id} place={place} record={record} />
          ))}
        </Stack>
      )}
    </ExtraPart>
  );
}

function RecordLine({ place: { spaceId, roomId }, record }: { place: Place; record: CallRecord }) {
  const text = useText('callExtras');
  const language = useLanguage();
  const { id, name, state, startedAt, duration } = record;
  return (
    <Row
      as="li"
      gap="xs lg"
      wrap
      align="baseline"
      justify="between"
      size="md"
      p="md lg"
      className={css.record}
    >
      <Link to={pathTo(pages.groupRecording, { spaceId, roomId, recordId: id })}>
        <Name>{name}</Name>
      </Link>
      <Row as="span" gap="lg" dim tabular>
        {startedAt && <time dateTime={startedAt}>{timeText(Date.parse(startedAt), language)}</time>}
        {duration !== null && <time dateTime={clockValue(duration)}>{lengthText(duration)}</time>}
        <span>{isUnfinished(record) ? text.unfinished : state === 'failed' ? text.failed : text.ready}</span>
      </Row>
    </Row>
  );
}
