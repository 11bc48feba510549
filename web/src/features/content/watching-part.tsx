import { Switch } from '@mantine/core';
import { useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { useApi } from '../../panel/context.ts';
import { ProblemLine } from '../../panel/problem-line.tsx';
import { useSubmit } from '../../panel/use-submit.ts';
import { pathTo } from '../../routing/pattern.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { CopyText } from '../../ui/parts/copy.tsx';
import type { ListedRecord } from './model/record.ts';
import { pathOf } from './use-record-actions.ts';

type Props = {
  record: ListedRecord;
  room: { alias: string; isRecordWatchingAllowed: boolean };
  onChanged: (isWatchingAllowed: boolean) => void;
};

/** Whether the people who attended may watch the recording, and the address at which they do. */
export function WatchingPart({ record, room, onChanged }: Props) {
  const text = useText('recordings');
  const api = useApi();
  const { forbidden } = text;
  const saving = useSubmit(
    (isWatchingAllowed: boolean) =>
      api
        .updateRecord({ ...pathOf(record), body: { isWatchingAllowed } })
        .then(() => onChanged(isWatchingAllowed)),
    { forbidden },
  );
  const [wanted, setWanted] = useState(false);
  // A press shows at once; if the server refuses, it is taken back.
  const isOn = saving.isBusy ? wanted : (record.isWatchingAllowed ?? room.isRecordWatchingAllowed);
  const change = (isAllowed: boolean): void => {
    if (saving.isBusy) return;
    setWanted(isAllowed);
    void saving.run(isAllowed);
  };
  const address = `${window.location.origin}${pathTo(pages.roomRecordings, { alias: room.alias })}?recording=${record.id}`;
  return (
    <Text as="div" p="lg 0 0" mt="xl" rule="top">
      <Row wrap align="center" justify="between" gap="md xl">
        <Switch
          label={text.share}
          description={text.shareText}
          checked={isOn}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        {isOn && <CopyText value={address} label={text.copyShared} words={text.copyShared} />}
      </Row>
      <ProblemLine of={saving} />
    </Text>
  );
}
