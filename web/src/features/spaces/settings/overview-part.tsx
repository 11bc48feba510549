import { pages, pathToRoomPart } from '../../../../../contract/pages.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { codeOf } from '../../../kit/refusals.ts';
import { isWithoutVideo } from '../../../models/recording/without-video.ts';
import { useApi } from '../../../panel/context.ts';
import { RoomAddress } from '../../../panel/links/invite/room-address.tsx';
import { Loading } from '../../../panel/loading/loading.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { Quiet } from '../../../panel/quiet.tsx';
import { Link } from '../../../routing/link.tsx';
import { pathTo } from '../../../routing/pattern.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { minuteTime } from '../../../ui/times.ts';
import { useNow } from '../../../ui/use-now.ts';
import { stateOfRoom } from '../model/room-state.ts';
import type { Room } from '../model/types.ts';

type Api = ReturnType<typeof useApi>;

const pace = 10_000;

async function readOverview(api: Api, { spaceId, id: roomId, createdAt }: Room) {
  const running = api.getActiveCall({ spaceId, roomId }).catch((error: unknown) => {
    if (codeOf(error) === 'call_not_active') return null;
    throw error;
  });
  const newest = { offset: 0, order: 'desc' } as const;
  const [call, calls, records] = await Promise.all([
    running,
    api.analyticsCalls({ spaceId, query: { roomId, dateFrom: createdAt, limit: 1, ...newest } }),
    // The newest ones may have failed.
    api.listRecords({ spaceId, roomId, query: { limit: 10, ...newest } }),
  ]);
  return {
    running: call,
    lastCall: calls.items[0],
    record: records.items.find((record) => !isWithoutVideo(record)),
  };
}

/** The first things that a moderator looks for: a running call, how people get in, and what was last. */
export function OverviewPart({ room }: { room: Room }) {
  const text = useText('roomOverview');
  const language = useLanguage();
  const api = useApi();
  const { spaceId, id: roomId } = room;
  const overview = useLoaded({
    key: ['room overview', roomId],
    load: () => readOverview(api, room),
    pace: () => pace,
  });
  const timeOf = (at: string): string => minuteTime(new Date(at), language);
  return (
    <Loading of={overview} isPart>
      {({ running, lastCall, record }) => (
        <div>
          <Section title={text.now}>
            {running ? (
              <Row gap="sm lg" wrap align="center" size="md">
                <Status tone="good">{text.live}</Status>
                <Found to={pathTo(pages.groupRoomCall, { spaceId, roomId, callId: running.id })}>
                  {text.peopleNow(running.participantsCount)}
                </Found>
              </Row>
            ) : (
              <Quiet>
                {text.nobody} <Opening room={room} />
              </Quiet>
            )}
          </Section>
          <Section title={text.entry}>
            {room.isPublic ? (
              <RoomAddress room={room} />
            ) : (
              <>
                <Quiet>{text.byLinks}</Quiet>
                <div>
                  <LinkButton variant="default" to={pathToRoomPart({ spaceId, roomId }, 'links')}>
                    {text.toLinks}
                  </LinkButton>
                </div>
              </>
            )}
          </Section>
          <Section title={text.lastCall}>
            {lastCall ? (
              <Stack gap="xs" size="md">
                <Found to={pathTo(pages.groupRoomCall, { spaceId, roomId, callId: lastCall.id })}>
                  {timeOf(lastCall.startedAt)}
                </Found>
                <Quiet>{text.attended(lastCall.uniqueParticipantsCount)}</Quiet>
              </Stack>
            ) : (
              <Quiet>{text.noCalls}</Quiet>
            )}
          </Section>
          <Section title={text.newestRecording}>
            {record ? (
              <Stack gap="xs" size="md">
                <Found to={pathTo(pages.groupRecording, { spaceId, roomId, recordId: record.id })}>
                  {record.name}
                </Found>
                <Quiet>{timeOf(record.startedAt ?? record.createdAt)}</Quiet>
              </Stack>
            ) : (
              <Quiet>{text.noRecordings}</Quiet>
            )}
          </Section>
        </div>
      )}
    </Loading>
  );
}

const Found = ({ to, children }: { to: string; children: string }) => (
  <Text as={Link} to={to} weight={550} tone="accent" underline="hover" breaks>
    <bdi>{children}</bdi>
  </Text>
);

/** When people can get in, if not at any time. */
function Opening({ room }: { room: Room }) {
  const text = useText('roomOverview');
  const language = useLanguage();
  const state = stateOfRoom({ ...room, activeCallStartedAt: null }, useNow(30_000));
  const at = state === 'opens' ? room.opensAt : state === 'closed' ? room.closesAt : null;
  if (at === null) return null;
  const time = minuteTime(new Date(at), language);
  return state === 'opens' ? text.opens(time) : text.closed(time);
}
