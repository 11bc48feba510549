import { Button } from '@mantine/core';
import { IconChartBar, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { nameOfSavedFile } from '../../../kit/file-name.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { copyOf } from '../../../models/polls/changes.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { AnsweredPoll } from '../../../panel/polls/answered-poll.tsx';
import { ReportDownloads } from '../../../panel/report/report-downloads.tsx';
import { useRequest } from '../../../panel/use-request.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { SavedNote } from '../../../ui/form/saved.tsx';
import { Card, Row, Stack, Text, Title } from '../../../ui/layout/layout.tsx';
import { EmptyState, LoadFailed, RowsSkeleton, StaleNote } from '../../../ui/page/states.tsx';
import type { Room, RoomPoll, WrittenPoll } from '../model/types.ts';
import { PollDialog } from './poll-dialog.tsx';
import { PreparedList } from './prepared-list.tsx';

/** The polls of a room: prepared ones, and those that were asked with everyone's answers. */
export function RoomPollsPart({ room }: { room: Room }) {
  const text = useText('roomPolls');
  const api = useApi();
  const place = { spaceId: room.spaceId, roomId: room.id };
  const loaded = useLoaded({
    key: ['room polls', room.id],
    load: async () => (await api.listRoomPolls(place)).items,
  });
  const [written, setWritten] = useState<WrittenPoll>();
  const prepared = loaded.value?.filter(({ status }) => status === 'new') ?? [];
  const make = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setWritten('new')}>
      {text.make}
    </Button>
  );
  return (
    <Stack gap="xl">
      <section aria-labelledby="prepared-polls">
        <Row gap="sm lg" wrap align="center" justify="between" mb="sm" tall={44}>
          <Title id="prepared-polls" weight={650}>
            {text.prepared}
          </Title>
          {prepared.length > 0 && make}
        </Row>
        {loaded.value && loaded.error !== undefined && <StaleNote of="list" onAgain={loaded.reload} />}
        {prepared.length > 0 && (
          <Text mb="md" size="md" dim>
            {text.about}
          </Text>
        )}
        <Card>
          {!loaded.value && loaded.error === undefined && <RowsSkeleton count={3} />}
          {!loaded.value && loaded.error !== undefined && <LoadFailed onAgain={loaded.reload} />}
          {loaded.value && prepared.length === 0 && (
            <EmptyState icon={IconChartBar} title={text.preparedEmpty} text={text.preparedEmptyHint}>
              {make}
            </EmptyState>
          )}
          {prepared.length > 0 && (
            <PreparedList room={room} polls={prepared} onEdit={setWritten} onChanged={loaded.reload} />
          )}
        </Card>
      </section>
      <Asked room={room} polls={loaded.value ?? []} onCopied={loaded.reload} />
      <PollDialog
        room={room}
        written={written}
        onClose={() => setWritten(undefined)}
        onSaved={() => {
          setWritten(undefined);
          loaded.reload();
        }}
      />
    </Stack>
  );
}

type AskedProps = {
  room: Room;
  /** All polls of the room as they were written. */
  polls: readonly RoomPoll[];
  onCopied: () => void;
};

/** The polls that were started, with who answered what. */
function Asked({ room, polls: written, onCopied }: AskedProps) {
  const text = useText('roomPolls');
  const api = useApi();
  const place = { spaceId: room.spaceId, roomId: room.id };
  const loaded = useLoaded({
    key: ['room poll answers', room.id],
    // Newest first: the last call is what people look for.
    load: async () => (await api.listRoomPollAnswers(place)).items.toReversed(),
  });
  const polls = loaded.value ?? [];
  return (
    <section aria-labelledby="asked-polls">
      <Row gap="sm lg" wrap align="center" justify="between" mb="sm" tall={44}>
        <Title id="asked-polls" weight={650}>
          {text.asked}
        </Title>
        {polls.length > 0 && (
          <ReportDownloads
            label={text.download}
            read={(format, query) => api.listRoomPollAnswers({ ...place, query: { ...query, format } })}
            fileNameOf={(format) =>
              nameOfSavedFile({ name: text.fileName(room.name), at: new Date().toISOString() }, format)
            }
          />
        )}
      </Row>
      {loaded.value && loaded.error !== undefined && <StaleNote of="list" onAgain={loaded.reload} />}
      <Card>
        {!loaded.value && loaded.error === undefined && <RowsSkeleton count={2} />}
        {!loaded.value && loaded.error !== undefined && <LoadFailed onAgain={loaded.reload} />}
        {loaded.value && polls.length === 0 && (
          <Text size="md" dim p="lg">
            {text.askedEmpty}
          </Text>
        )}
        {polls.length > 0 && (
          <Stack as="ul" ruled aria-label={text.asked}>
            {polls.map((poll) => (
              <AnsweredPoll
                key={poll.id}
                poll={poll}
                hasDay
                actions={written
                  .filter(({ id, status }) => id === poll.id && status === 'done')
                  .map((source) => (
                    <AskAgain key={source.id} room={room} poll={source} onCopied={onCopied} />
                  ))}
              />
            ))}
          </Stack>
        )}
      </Card>
    </section>
  );
}

/** Prepares a copy of a poll, which can be changed and is started in the call. */
function AskAgain({ room, poll, onCopied }: { room: Room; poll: RoomPoll; onCopied: () => void }) {
  const text = useText('roomPolls');
  const api = useApi();
  const { act, isBusy, trouble } = useRequest();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setCopied(false);
    const place = { spaceId: room.spaceId, roomId: room.id };
    const isDone = await act(() => api.createRoomPoll({ ...place, body: copyOf(poll) }));
    setCopied(isDone);
    if (isDone) onCopied();
  };
  return (
    <Row gap="sm md" wrap align="center" mt="md">
      <Button
        variant="default"
        mih={44}
        loading={isBusy}
        leftSection={<IconRefresh size={16} aria-hidden />}
        aria-label={text.askAgainOf(plainName(poll.question))}
        onClick={() => void copy()}
      >
        {text.askAgain}
      </Button>
      <SavedNote>{isCopied && text.copied}</SavedNote>
      <DialogError>{trouble}</DialogError>
    </Row>
  );
}
