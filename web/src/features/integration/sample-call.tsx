import { Button } from '@mantine/core';
import { useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import type { Answer } from '../../../../contract/routes.ts';
import { useText } from '../../i18n/language.ts';
import { useApi } from '../../panel/context.ts';
import { RoomChoice } from '../../panel/rooms/room-choice.tsx';
import { useSubmit } from '../../panel/use-submit.ts';
import { pathTo } from '../../routing/pattern.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { Section } from '../../ui/page/section.tsx';
import { LinkButton } from '../../ui/parts/link-button.tsx';
import { Note } from '../../ui/parts/note.tsx';

/** Makes a finished call without people in a room of the group, so that a platform can be tested. */
export function SampleCall({ spaceId }: { spaceId: string }) {
  const text = useText('sampleCall');
  const api = useApi();
  const [roomId, setRoomId] = useState<string>();
  const [made, setMade] = useState<Answer<'createSampleCall'>>();
  const submit = useSubmit(
    async () => {
      const [newest] =
        roomId === undefined ? (await api.listRooms({ spaceId, query: { limit: 1 } })).items : [];
      const chosen = roomId ?? newest?.id;
      setMade(chosen === undefined ? undefined : await api.createSampleCall({ spaceId, roomId: chosen }));
    },
    { call_active: text.running, record_not_allowed: text.notRecorded, not_found: text.roomGone },
  );
  const choose = (id: string | undefined) => {
    setRoomId(id);
    submit.touch();
  };
  const fault = submit.sentence ?? (submit.isDone && !made ? text.noRoom : undefined);
  return (
    <Section title={text.title} text={text.about}>
      <RoomChoice spaceId={spaceId} label={text.room} first={text.newest} chosen={roomId} onChoose={choose} />
      <Row gap="sm" wrap>
        <Button variant="default" loading={submit.isBusy} onClick={() => void submit.run()}>
          {text.make}
        </Button>
        {submit.isDone && made && (
          <LinkButton
            variant="subtle"
            to={pathTo(pages.groupRoomCall, { spaceId, roomId: made.roomId, callId: made.callId })}
          >
            {text.toReport}
          </LinkButton>
        )}
      </Row>
      <div role="status">
        {submit.isDone && made && <Note>{text.made}</Note>}
        {fault !== undefined && <Note tone="warning">{fault}</Note>}
      </div>
    </Section>
  );
}
