import type { Answer, Body } from '../../../../../contract/routes.ts';
import { type EntryDraft, entrySettings } from '../../../panel/entry-form/entry-draft.ts';
import { settingsAsStored, settingsForm } from '../../../panel/place-settings/settings-form.ts';
import { type SharedDraft, sharedSettings } from '../../../panel/place-settings/shared-settings.ts';

type Playback = Answer<'getPlayback'>;

const storedSettings = ['type', 'isChatReplayed', 'isReplayAllowed'] as const;

/** The settings of an automatic webinar while they are edited. */
export type PlaybackDraft = SharedDraft &
  EntryDraft &
  Pick<Playback, (typeof storedSettings)[number]> & {
    /** As it is typed; empty: without limit. */
    replayDays: string;
  };

const mostDays = 3_650;

/** The days that a text states; null: without limit, undefined: not valid. */
function daysOf(text: string): number | null | undefined {
  const written = text.trim();
  if (written === '') return null;
  const days = /^\d{1,4}$/.test(written) ? Number(written) : 0;
  return days >= 1 && days <= mostDays ? days : undefined;
}

export const playbackForm = settingsForm<Playback, PlaybackDraft, Body<'updatePlayback'>>({
  ...sharedSettings,
  ...settingsAsStored('general', storedSettings),
  replayDays: {
    tab: 'general',
    of: ({ replayDays }) => (replayDays === null ? '' : String(replayDays)),
    sent: daysOf,
    fault: (days) => (daysOf(days) === undefined ? 'bad' : undefined),
  },
  ...entrySettings,
});
