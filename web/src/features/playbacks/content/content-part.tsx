import { Button } from '@mantine/core';
import { IconMovie } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Body } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { hasContent } from '../model/content.ts';
import type { PlaybackPartProps } from '../page/playback-part.ts';
import { ChooseContent } from './choose-content.tsx';
import { ContentCard } from './content-card.tsx';
import { ContentUploads } from './content-uploads.tsx';

export type ContentChoice = Pick<Body<'updatePlayback'>, 'recordId' | 'assetId'>;

/** The video of a webinar: a recording of the group or an uploaded file. */
export function ContentPart({ playback, spaceId, changed }: PlaybackPartProps) {
  const text = useText('playbackContent');
  const api = useApi();
  const { act, isBusy, trouble } = useRequest();
  const { ask, asked } = useQuestion();
  const [isChoosing, setChoosing] = useState(false);
  const remover = useRef<HTMLButtonElement>(null);
  const { id: playbackId } = playback;
  const attach = (body: ContentChoice): Promise<boolean> =>
    act(async () => changed(await api.updatePlayback({ spaceId, playbackId, body })));
  const remove = (): void =>
    ask({
      title: text.removeTitle,
      text: text.removeText,
      yes: text.remove,
      act: () => void attach(playback.recordId === null ? { assetId: null } : { recordId: null }),
      returnTo: () => remover.current,
    });
  const choose = (
    <Button variant={hasContent(playback) ? 'default' : 'filled'} onClick={() => setChoosing(true)}>
      {hasContent(playback) ? text.replace : text.choose}
    </Button>
  );
  return (
    <>
      <DialogError>{trouble}</DialogError>
      <Card>
        {hasContent(playback) ? (
          <ContentCard
            playback={playback}
            isBusy={isBusy}
            replace={choose}
            removerRef={remover}
            onAgain={() => void attach({ recordId: playback.recordId, assetId: playback.assetId })}
            onRemove={remove}
          />
        ) : (
          <EmptyState icon={<IconMovie size={24} stroke={1.5} />} title={text.none} text={text.noneHint}>
            {choose}
          </EmptyState>
        )}
      </Card>
      <ContentUploads
        spaceId={spaceId}
        onReady={(assetId) => attach({ assetId })}
        hasContent={hasContent(playback)}
      />
      <ChooseContent
        isOpen={isChoosing}
        playback={playback}
        onClose={() => setChoosing(false)}
        onChosen={changed}
      />
      {asked}
    </>
  );
}
