import { pages } from '../../../../../contract/pages.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { codeOf } from '../../../kit/refusals.ts';
import { PageTurn } from '../../../panel/list/page-turn.tsx';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Card, Grid, Row, Stack, Text, Title } from '../../../ui/layout/layout.tsx';
import { LoadFailed } from '../../../ui/page/states.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { clockText, minuteTime } from '../../../ui/times.ts';
import { markedParts } from '../transcript/model/search.ts';
import { type FoundRecord, groupByRecord } from './group-by-record.ts';
import css from './spoken.module.css';
import { type SpokenPlace, useSpokenPage, useSpokenPlaces } from './use-spoken-search.ts';

type Props = { spaceId: string; roomId: string | undefined; words: string };

/**
 * The places where the searched words were said; a press opens the recording at that second. Nothing where the service
 * has no transcripts.
 */
export function SpokenPlaces({ spaceId, roomId, words }: Props) {
  const text = useText('spokenSearch');
  const { page, turnTo } = useSpokenPage();
  const found = useSpokenPlaces({ spaceId, roomId, words, page });
  if (!found.value && found.error === undefined) return null;
  if (codeOf(found.error) === 'transcription_unavailable') return null;
  if (!found.value) return <LoadFailed onAgain={found.reload} />;
  return (
    <Stack as="section" mt="lg" aria-label={text.results} aria-busy={found.isBehind}>
      {found.total > 0 && <Title mb="xs">{text.results}</Title>}
      <Text mb="sm" size="md" dim role="status">
        {found.isBehind ? '' : found.total > 0 ? text.count(found.total) : text.none}
      </Text>
      {found.error !== undefined && <LoadFailed onAgain={found.reload} />}
      {found.value.items.length > 0 && (
        <Card>
          <Stack as="ul" ruled data-behind={found.isBehind || undefined}>
            {groupByRecord(found.value.items).map((record) => (
              <FoundRecordItem
                key={record.recordId}
                spaceId={spaceId}
                record={record}
                isRoomKnown={roomId !== undefined}
              />
            ))}
          </Stack>
        </Card>
      )}
      {(found.hasPrevious || found.hasNext) && (
        <Row justify="end" mt="md">
          <PageTurn
            hasPrevious={found.hasPrevious}
            hasNext={found.hasNext}
            onTurn={(step) => turnTo(page + step)}
          />
        </Row>
      )}
    </Stack>
  );
}

type ItemProps = { spaceId: string; record: FoundRecord<SpokenPlace>; isRoomKnown: boolean };

function FoundRecordItem({ spaceId, record: { places }, isRoomKnown }: ItemProps) {
  const language = useLanguage();
  const text = useText('spokenSearch');
  const [{ recordId, recordName, roomId, roomName, recordedAt }] = places;
  const path = pathTo(pages.groupRecording, { spaceId, roomId, recordId });
  return (
    <Text as="li" p="md sm sm">
      <Row as="p" wrap align="baseline" shrink mb="xs" size="sm" dim gap="0 lg" p="0 sm">
        <Text to={path} as={Link} shrink size="lg" weight={550} tone="text" underline="hover">
          <Name>{recordName}</Name>
        </Text>
        {!isRoomKnown && <Name>{roomName}</Name>}
        <time dateTime={recordedAt}>{minuteTime(new Date(recordedAt), language)}</time>
      </Row>
      <Stack as="ul">
        {places.map((place) => (
          <li key={place.segmentId ?? `page ${place.start}`}>
            <Grid
              as={Link}
              gap="md"
              align="baseline"
              size="lg"
              tone="text"
              to={`${path}?t=${Math.floor(place.start)}`}
              p="sm"
              radius="sm"
              hover="fill"
              className={css.place}
            >
              <Text as="span" size="sm" dim tabular>
                {clockText(place.start)}
              </Text>
              <Text as="span" shrink breaks>
                <Text as="bdi" dim className={css.speaker}>
                  {place.page === null
                    ? place.speaker
                    : text.page({ page: place.page, document: place.speaker })}
                </Text>{' '}
                <Marked place={place} />
              </Text>
            </Grid>
          </li>
        ))}
      </Stack>
    </Text>
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
