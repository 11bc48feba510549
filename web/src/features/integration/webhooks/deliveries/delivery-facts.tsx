import type { ReactNode } from 'react';
import { pathToRoomPart } from '../../../../../../contract/pages.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { useApi } from '../../../../panel/context.ts';
import { useLoaded } from '../../../../panel/loading/use-loaded.ts';
import { Link } from '../../../../routing/link.tsx';
import { Card, Row, Text } from '../../../../ui/layout/layout.tsx';
import { CopyId } from '../../../../ui/parts/copy.tsx';
import { Name } from '../../../../ui/parts/name.tsx';
import { exactTime } from '../../../../ui/times.ts';
import type { DeliveryInFull } from '../model/types.ts';
import css from './delivery.module.css';

type Props = { spaceId: string; delivery: DeliveryInFull };

/** The event of a delivery. */
export function DeliveryFacts({ spaceId, delivery }: Props) {
  const text = useText('deliveries');
  const language = useLanguage();
  const { eventName, eventId, roomId, callId, recordId, createdAt, isTest } = delivery;
  const id = (label: string, value: string, more?: ReactNode) => (
    <Fact label={label}>
      {more}
      <CopyId value={value} label={text.copy(label)} />
    </Fact>
  );
  return (
    <section aria-label={text.facts}>
      <Card as="dl" p="lg" mb="xl" className={css.facts}>
        <Fact label={isTest ? text.createdTest : text.created}>
          {exactTime(new Date(createdAt), language)}
        </Fact>
        {id(text.eventName, eventName)}
        {id(text.roomLabel, roomId, <RoomName {...{ spaceId, roomId }} />)}
        {id(text.eventId, eventId)}
        {callId !== undefined && id(text.callId, callId)}
        {recordId !== undefined && id(text.recordId, recordId)}
      </Card>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Text as="div" shrink>
      <Text as="dt" size="sm" dim>
        {label}
      </Text>
      <Row as="dd" wrap align="center" size="md" gap="0 sm" tall={36}>
        {children}
      </Row>
    </Text>
  );
}

/** The room by its name, if it still exists. */
function RoomName({ spaceId, roomId }: { spaceId: string; roomId: string }) {
  const api = useApi();
  const { value: room } = useLoaded({ key: ['room', roomId], load: () => api.getRoom({ spaceId, roomId }) });
  if (!room) return null;
  return (
    <Text
      as={Link}
      weight={500}
      tone="accent"
      underline="hover"
      className={css.link}
      to={pathToRoomPart({ spaceId, roomId }, 'overview')}
    >
      <Name>{room.name}</Name>
    </Text>
  );
}
