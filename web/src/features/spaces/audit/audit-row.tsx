import {
  IconBuilding,
  IconCalendarEvent,
  IconDoor,
  IconFileText,
  IconKey,
  IconMessage,
  IconMovie,
  IconPlug,
  IconUser,
  IconUserMinus,
  IconUserPlus,
  IconUsers,
  IconVideo,
  IconWebhook,
} from '@tabler/icons-react';
import type { AuditedKind } from '../../../../../contract/audit/kinds.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { Row, RowDetails, RowIcon } from '../../../panel/list/row.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { actionName } from './action-name.ts';

type Entry = Answer<'listAuditEntries'>['items'][number];

const icons: Record<AuditedKind, typeof IconKey> = {
  group: IconBuilding,
  member: IconUsers,
  invitation: IconUserPlus,
  account: IconUser,
  token: IconKey,
  room: IconDoor,
  webinar: IconCalendarEvent,
  webhook: IconWebhook,
  bigbluebutton: IconPlug,
  recording: IconVideo,
  transcript: IconFileText,
  video: IconMovie,
  chat: IconMessage,
  person: IconUserMinus,
};

/** One change: what it was, who made it and when. */
export function AuditRow({ entry }: { entry: Entry }) {
  const text = useText('audit');
  const { action, kind, objectId, at } = entry;
  return (
    <Row
      lead={<RowIcon icon={icons[kind]} />}
      name={actionName(text.actions, action)}
      about={
        <RowDetails>
          <Actor entry={entry} />
          {objectId !== null && (
            <Text as="code" size="xs" mono>
              {objectId}
            </Text>
          )}
        </RowDetails>
      }
      meta={<TimeAgo at={at} />}
    />
  );
}

function Actor({ entry: { actor, userName, tokenName } }: { entry: Entry }) {
  const text = useText('audit');
  if (actor === 'operator') return text.operator;
  if (actor === 'group') return tokenName === null ? text.revokedToken : <Token name={tokenName} />;
  const name = userName === null ? text.deletedAccount : <Name>{userName}</Name>;
  return actor === 'session' ? (
    name
  ) : (
    <>
      {name} {text.byProgram}
    </>
  );
}

function Token({ name }: { name: string }) {
  const text = useText('audit');
  return (
    <>
      {text.token} <Name>{name}</Name>
    </>
  );
}
