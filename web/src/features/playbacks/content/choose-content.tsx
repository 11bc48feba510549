import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../../../contract/routes.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { FoundChoice } from '../../../panel/list/found-choice.tsx';
import { sizeText } from '../../../panel/uploads/amounts.ts';
import { useSubmit } from '../../../panel/use-submit.ts';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { Name } from '../../../ui/parts/name.tsx';
import { lengthText, minuteTime } from '../../../ui/times.ts';
import type { Playback } from '../page/playback-part.ts';

type Source = 'recording' | 'upload';

type Props = { playback: Playback; onClose: () => void; onChosen: (playback: Playback) => void };

/** Chooses a finished recording of the group, or an uploaded video that has arrived. */
export function ChooseContent({ playback, onClose, onChosen }: Props) {
  const text = useText('playbackContent');
  const refusals = useText('spaceRefusals');
  const api = useApi();
  const { spaceId, id: playbackId } = playback;
  const [source, setSource] = useState<Source>(playback.assetId === null ? 'recording' : 'upload');
  const [chosen, setChosen] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const submit = useSubmit(async (id: string) => {
    const body = source === 'recording' ? { recordId: id } : { assetId: id };
    onChosen(await api.updatePlayback({ spaceId, playbackId, body }));
    onClose();
  }, refusals);
  const choose = (id: string | undefined): void => {
    setChosen(id);
    setMissing(false);
    submit.touch();
  };
  const list = { spaceId, chosen, onChoose: choose, error: isMissing ? text.chooseFirst : undefined };
  return (
    <DialogForm
      submit={text.use}
      isBusy={submit.isBusy}
      trouble={submit.sentence}
      onSubmit={() => (chosen === undefined ? setMissing(true) : void submit.run(chosen))}
      onCancel={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label={text.source}
        value={source}
        data={[
          { value: 'recording', label: text.recordings },
          { value: 'upload', label: text.uploads },
        ]}
        onChange={(value) => {
          setSource(value === 'upload' ? 'upload' : 'recording');
          choose(undefined);
        }}
      />
      {source === 'recording' ? <Recordings {...list} /> : <Uploaded {...list} />}
    </DialogForm>
  );
}

type ListProps = {
  spaceId: string;
  chosen: string | undefined;
  onChoose: (id: string) => void;
  error: string | undefined;
};

function Recordings({ spaceId, ...choice }: ListProps) {
  const text = useText('playbackContent');
  const language = useLanguage();
  const api = useApi();
  return (
    <FoundChoice<Answer<'listSpaceRecords'>['items'][number]>
      {...choice}
      label={text.searchRecordings}
      placeholder={text.searchHint}
      texts={{ none: text.noRecordings, more: text.more, failed: text.loadFailed }}
      find={({ search, limit }) =>
        api.listSpaceRecords({
          spaceId,
          query: { limit, state: 'finished', ...(search && { name: search }) },
        })
      }
      option={({ id, name, roomName, duration, createdAt }) => ({
        id,
        body: (
          <OptionBody name={name}>
            <Name>{roomName}</Name> · {lengthText(duration ?? 0)} ·{' '}
            {minuteTime(new Date(createdAt), language)}
          </OptionBody>
        ),
      })}
    />
  );
}

function Uploaded({ spaceId, ...choice }: ListProps) {
  const text = useText('playbackContent');
  const language = useLanguage();
  const api = useApi();
  return (
    <FoundChoice<Answer<'listAssets'>['items'][number]>
      {...choice}
      label={text.searchUploads}
      placeholder={text.searchHint}
      texts={{ none: text.noUploads, more: text.more, failed: text.loadFailed }}
      find={({ search, limit }) =>
        api.listAssets({ spaceId, query: { limit, state: 'ready', ...(search && { name: search }) } })
      }
      option={({ id, name, fileSize, createdAt }) => ({
        id,
        body: (
          <OptionBody name={name}>
            {sizeText(fileSize, language)} · {minuteTime(new Date(createdAt), language)}
          </OptionBody>
        ),
      })}
    />
  );
}

function OptionBody({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <Stack as="span" grow>
      <Name>{name}</Name>
      <Text as="span" size="sm" dim>
        {children}
      </Text>
    </Stack>
  );
}
