import { Button, Switch, TextInput } from '@mantine/core';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import {
  AccessSection,
  NameSection,
  RedirectSection,
  RemovalSection,
} from '../../../panel/place-settings/sections.tsx';
import { addressOf } from '../../../panel/rooms/room-path.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { Options } from '../../../ui/form/options.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { CopyField, CopyId } from '../../../ui/parts/copy.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import { Readiness } from '../content/readiness.tsx';
import { hasContent } from '../model/content.ts';
import { type PlaybackPartProps, sharedPlayback } from '../page/playback-part.ts';
import type { PlaybackEditing } from './use-playback-draft.ts';

type Props = PlaybackPartProps & { editing: PlaybackEditing };

/** The settings of a webinar that concern neither its video nor its entry form. */
export function GeneralPart({ editing, ...props }: Props) {
  const { playback, spaceId } = props;
  const text = useText('playbackSettings');
  return (
    <div>
      <Section title={text.addressTitle} text={text.addressText}>
        <CopyField value={addressOf(playback)} label={text.addressTitle} />
      </Section>
      <OnlineSection {...props} />
      <NameSection text={text} editing={editing} />
      <AccessSection kind="playback" text={text} editing={editing} />
      <ReplaySection editing={editing} />
      <RedirectSection text={text} editing={editing} />
      <Section title={text.idTitle} text={text.idText}>
        <CopyId value={playback.id} label={text.copyId} />
        <Options
          label={text.type}
          value={editing.draft.type}
          options={[
            { value: 'webinar', label: text.webinar, text: text.webinarHint },
            { value: 'conference', label: text.conference, text: text.conferenceHint },
          ]}
          onChange={(type) => editing.change({ type })}
        />
      </Section>
      <RemovalSection
        text={text}
        place={sharedPlayback(playback)}
        next={pathTo(pages.groupPart, { spaceId, part: 'webinars' })}
      />
    </div>
  );
}

const flags = ['isChatReplayed', 'isReplayAllowed'] as const;

/** The chat and the video that people can see besides the running session. */
function ReplaySection({ editing: { draft, change, errorAt } }: Pick<Props, 'editing'>) {
  const text = useText('playbackSettings');
  return (
    <Section title={text.replayTitle} text={text.replayText}>
      {flags.map((flag) => (
        <Switch
          key={flag}
          size="sm"
          label={text[flag]}
          description={text[`${flag}Hint`]}
          checked={draft[flag]}
          onChange={(event) => change({ [flag]: event.currentTarget.checked })}
        />
      ))}
      {draft.isReplayAllowed && (
        <TextInput
          label={text.replayDays}
          description={text.replayDaysHint}
          inputMode="numeric"
          autoComplete="off"
          maw={280}
          value={draft.replayDays}
          error={errorAt('replayDays')}
          onChange={(event) => change({ replayDays: event.currentTarget.value })}
        />
      )}
    </Section>
  );
}

/** Whether sessions show the video. It takes effect at once, without the save bar. */
function OnlineSection({ playback, spaceId, changed }: PlaybackPartProps) {
  const text = useText('playbackSettings');
  const api = useApi();
  const { act, isBusy, trouble } = useRequest();
  const { id: playbackId, readinessStatus } = playback;
  const isOffline = readinessStatus === 'draft';
  const set = (wanted: 'draft' | 'ready'): void =>
    void act(async () =>
      changed(await api.updatePlayback({ spaceId, playbackId, body: { readinessStatus: wanted } })),
    );
  return (
    <Section title={text.onlineTitle} text={text.onlineText}>
      <Text as="div" size="md">
        <Readiness playback={playback} />
      </Text>
      <DialogError>{trouble}</DialogError>
      <div>
        {hasContent(playback) && readinessStatus !== 'failed' ? (
          <Button variant="default" loading={isBusy} onClick={() => set(isOffline ? 'ready' : 'draft')}>
            {isOffline ? text.takeOnline : text.takeOffline}
          </Button>
        ) : (
          <LinkButton
            variant="default"
            to={pathTo(pages.groupPlaybackPart, { spaceId, playbackId, part: 'content' })}
          >
            {text.chooseVideo}
          </LinkButton>
        )}
      </div>
    </Section>
  );
}
