import { Button, Switch, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { AccessOptions } from '../../../panel/entry-form/access-options.tsx';
import { PublicNote } from '../../../panel/links/public-note.tsx';
import { addressOf } from '../../../panel/rooms/room-path.ts';
import { useRequest } from '../../../panel/use-request.ts';
import { navigate } from '../../../routing/navigation.ts';
import { pathTo } from '../../../routing/pattern.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { Options } from '../../../ui/form/options.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { CopyField, CopyId } from '../../../ui/parts/copy.tsx';
import { usePlaybackRemoval } from '../list/use-playback-removal.ts';
import type { Playback, PlaybackPartProps } from '../page/playback-part.ts';
import { OnlineSection } from './online-section.tsx';
import type { PlaybackEditing } from './use-playback-draft.ts';

type Props = PlaybackPartProps & { editing: PlaybackEditing };

/** The settings of a webinar that concern neither its video nor its entry form. */
export function GeneralPart({ editing, ...props }: Props) {
  const { playback } = props;
  const text = useText('playbackSettings');
  const accessText = useText('playbacks');
  const { draft, change, errorAt } = editing;
  return (
    <div>
      <Section title={text.addressTitle} text={text.addressText}>
        <CopyField value={addressOf(playback)} label={text.addressTitle} />
      </Section>
      <OnlineSection {...props} />
      <Section title={text.nameTitle} text={text.nameText}>
        <TextInput
          aria-label={text.nameTitle}
          size="md"
          autoComplete="off"
          value={draft.name}
          error={errorAt('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </Section>
      <Section title={text.accessTitle} text={text.accessText}>
        <AccessOptions
          text={accessText}
          isLabelHidden
          value={draft.isPublic}
          onChange={(isPublic) => change({ isPublic })}
        />
        {draft.isPublic && <PublicNote kind="playback" />}
      </Section>
      <ReplaySection editing={editing} />
      <Section title={text.redirectTitle} text={text.redirectText}>
        <TextInput
          aria-label={text.redirect}
          type="url"
          inputMode="url"
          size="md"
          autoComplete="off"
          spellCheck={false}
          placeholder={text.redirectHint}
          value={draft.redirectUrl}
          error={errorAt('redirectUrl')}
          onChange={(event) => change({ redirectUrl: event.currentTarget.value })}
        />
      </Section>
      <Section title={text.idTitle} text={text.idText}>
        <CopyId value={playback.id} label={text.copyId} />
        <Options
          label={text.type}
          value={draft.type}
          options={[
            { value: 'webinar', label: text.webinar, text: text.webinarHint },
            { value: 'conference', label: text.conference, text: text.conferenceHint },
          ]}
          onChange={(type) => change({ type })}
        />
      </Section>
      <Danger playback={playback} />
    </div>
  );
}

/** The chat and the video that people can see besides the running session. */
function ReplaySection({ editing: { draft, change, errorAt } }: Pick<Props, 'editing'>) {
  const text = useText('playbackSettings');
  return (
    <Section title={text.replayTitle} text={text.replayText}>
      <Switch
        size="sm"
        label={text.isChatReplayed}
        description={text.isChatReplayedHint}
        checked={draft.isChatReplayed}
        onChange={(event) => change({ isChatReplayed: event.currentTarget.checked })}
      />
      <Switch
        size="sm"
        label={text.isReplayAllowed}
        description={text.isReplayAllowedHint}
        checked={draft.isReplayAllowed}
        onChange={(event) => change({ isReplayAllowed: event.currentTarget.checked })}
      />
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

function Danger({ playback }: { playback: Playback }) {
  const text = useText('playbackSettings');
  const { remove: removeText } = useText('playbacks');
  const { ask, asked } = useQuestion();
  const { act, isBusy, trouble } = useRequest();
  const { spaceId } = playback;
  const onGone = (): void => navigate(pathTo(pages.groupPart, { spaceId, part: 'webinars' }));
  const remove = usePlaybackRemoval({ act, ask, onGone });
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Section title={text.dangerTitle} text={text.dangerText}>
      <DialogError>{trouble}</DialogError>
      <div>
        <Button
          ref={button}
          variant="default"
          c="var(--danger-text)"
          loading={isBusy}
          onClick={() => remove(playback, () => button.current)}
        >
          {removeText}
        </Button>
      </div>
      {asked}
    </Section>
  );
}
