import { IconMessageSearch } from '@tabler/icons-react';
import { pages } from '../../../../../contract/pages.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { codeOf } from '../../../kit/refusals.ts';
import { ListTools } from '../../../panel/list/list-tools.tsx';
import { PageTurn } from '../../../panel/list/page-turn.tsx';
import { SearchField } from '../../../panel/list/search-field.tsx';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Card } from '../../../ui/layout/layout.tsx';
import { EmptyState, LoadFailed, RowsSkeleton } from '../../../ui/page/states.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { clockText, minuteTime } from '../../../ui/times.ts';
import { markedParts } from '../transcript/model/search.ts';
import { UnavailableState } from '../transcript/unavailable-state.tsx';
import { type FoundRecord, groupByRecord } from './group-by-record.ts';
import css from './spoken.module.css';
import { type SpokenPlace, useSpokenPlaces, useSpokenWords } from './use-spoken-search.ts';

type Props = { spaceId: string; roomId: string | undefined };

/** The field that searches in everything that was said. */
export function SpokenSearchField() {
  const text = useText('spokenSearch');
  const { words, write } = useSpokenWords();
  return (
    <div className={css.field}>
      <ListTools hasSearch>
        <SearchField label={text.label} value={words} onChange={write} />
      </ListTools>
    </div>
  );
}

/** The places where the searched words were said; a press opens the recording at that second. */
export function SpokenPlaces({ spaceId, roomId }: Props) {
  const text = useText('spokenSearch');
  const { words, page, turnTo } = useSpokenWords();
  const found = useSpokenPlaces({ spaceId, roomId, words, page });
  if (!found.value) {
    return <Card>{found.error === undefined ? <RowsSkeleton /> : <Refused {...found} />}</Card>;
  }
  return (
    <section aria-label={text.results} aria-busy={found.isBehind}>
      <p className={css.count} role="status">
        {found.isBehind ? '' : text.count(found.total)}
      </p>
      <Card>
        {found.error !== undefined && <Refused {...found} />}
        {found.error === undefined && found.total === 0 && !found.isBehind && (
          <EmptyState
            icon={<IconMessageSearch size={24} stroke={1.5} />}
            title={text.none}
            text={text.noneText}
          />
        )}
        <ul className={css.records} data-behind={found.isBehind || undefined}>
          {groupByRecord(found.value.items).map((record) => (
            <FoundRecordItem
              key={record.places[0].segmentId}
              spaceId={spaceId}
              record={record}
              isRoomKnown={roomId !== undefined}
            />
          ))}
        </ul>
      </Card>
      {(found.hasPrevious || found.hasNext) && (
        <div className={css.turn}>
          <PageTurn
            hasPrevious={found.hasPrevious}
            hasNext={found.hasNext}
            onTurn={(step) => turnTo(page + step)}
          />
        </div>
      )}
    </section>
  );
}

function Refused({ error, reload }: { error: unknown; reload: () => void }) {
  if (codeOf(error) !== 'transcription_unavailable') return <LoadFailed onAgain={reload} />;
  return <UnavailableState refusal={error} />;
}

type ItemProps = { spaceId: string; record: FoundRecord<SpokenPlace>; isRoomKnown: boolean };

function FoundRecordItem({ spaceId, record: { places }, isRoomKnown }: ItemProps) {
  const language = useLanguage();
  const [{ recordId, recordName, roomId, roomName, recordedAt }] = places;
  const path = pathTo(pages.groupRecording, { spaceId, roomId, recordId });
  return (
    <li className={css.record}>
      <p className={css.head}>
        <Link to={path} className={css.name}>
          <Name>{recordName}</Name>
        </Link>
        {!isRoomKnown && <Name>{roomName}</Name>}
        <time dateTime={recordedAt}>{minuteTime(new Date(recordedAt), language)}</time>
      </p>
      <ul className={css.places}>
        {places.map((place) => (
          <li key={place.segmentId}>
            <Link to={`${path}?t=${Math.floor(place.start)}`} className={css.place}>
              <span className={css.time}>{clockText(place.start)}</span>
              <span className={css.said}>
                <bdi className={css.speaker}>{place.speaker}</bdi> <Marked place={place} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Marked({ place: { text, matches } }: { place: SpokenPlace }) {
  return (
    <bdi>
      {markedParts(text, matches).map(({ text: part, from, match }) =>
        match === undefined ? part : <mark key={from}>{part}</mark>,
      )}
    </bdi>
  );
}
