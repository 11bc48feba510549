import { useEffect, useState } from 'react';
import { useText } from '../../../../i18n/language.ts';
import type { Texts } from '../../../../i18n/texts.ts';
import { serverClock } from '../../../../kit/server-clock.ts';
import { ownTimeZone } from '../../../../kit/time-zone.ts';
import { useApi } from '../../../../panel/context.ts';
import { useFields } from '../../../../panel/use-fields.ts';
import type { Playback } from '../../page/playback-part.ts';
import {
  draftFieldOf,
  draftOf,
  faultsOfDraft,
  newDraft,
  type PlaybackEvent,
  type ScheduleDraft,
  type ScheduleFaults,
  scheduleOf,
} from '../model/schedule-draft.ts';
import { usePreview } from './use-preview.ts';

type Field = keyof ScheduleDraft;
type FormTexts = Texts['scheduleForm'];
type Sentences = Partial<Record<Field, string>>;

export type EventFields = ReturnType<typeof useEventFields>;

type Props = {
  playback: Playback;
  spaceId: string;
  /** Undefined for a new event. */
  event: PlaybackEvent | undefined;
  onSaved: () => void;
};

const sentences = (text: FormTexts): Partial<Record<Field, Partial<Record<string, string>>>> => ({
  name: { long: text.nameLong },
  date: { missing: text.dateMissing },
  time: { missing: text.timeMissing },
  weekdays: { missing: text.weekdaysMissing },
  expression: { bad: text.expressionBad },
  from: { missing: text.dateMissing },
  until: { missing: text.dateMissing, reversed: text.reversed },
  timezone: { missing: text.timezoneMissing },
});

function sentencesOf(faults: ScheduleFaults, text: FormTexts): Sentences {
  const known = sentences(text);
  return Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field, known[field as Field]?.[fault]]),
  );
}

/** The refusals of the server, at the fields of the form; the page has found no fault with these. */
function refusalsOf(refused: Record<string, string>, draft: ScheduleDraft, text: FormTexts): Sentences {
  const known: Sentences = {
    ...{ date: text.dateRefused, from: text.dateRefused, until: text.dateRefused },
    ...{ expression: text.expressionRefused, timezone: text.timezoneRefused },
  };
  return Object.fromEntries(
    Object.entries(refused).map(([path, sentence]) => {
      const field = draftFieldOf(path, draft);
      return [field, known[field] ?? sentence];
    }),
  );
}

/** The form of an event with its preview; a refusal of either request is shown at its field. */
export function useEventFields({ playback, spaceId, event, onSaved }: Props) {
  const text = useText('scheduleForm');
  const api = useApi();
  const now = new Date(serverClock.now());
  const own = ownTimeZone();
  const fields = useFields<ScheduleDraft>({
    initialValues: event ? draftOf(event, now) : newDraft(own, now),
    validate: (draft) => sentencesOf(faultsOfDraft(draft), text),
    send: async (draft) => {
      const schedule = scheduleOf(draft, event);
      if (!schedule) return;
      const body = { ...schedule, name: draft.name.trim() || playback.name };
      await (event
        ? api.updatePlaybackEvent({ spaceId, playbackEventId: event.id, body })
        : api.createPlaybackEvent({ spaceId, body: { ...body, playbackId: playback.id } }));
      onSaved();
    },
    refusals: { not_found: text.not_found },
  });
  const { values } = fields.form;
  const isFaulty = Object.keys(faultsOfDraft(values)).length > 0;
  const schedule = isFaulty ? undefined : scheduleOf(values, event);
  const preview = usePreview(spaceId, schedule);
  // A new browser knows zones that an older server does not.
  const isOwnRefused = !event && values.timezone === own && preview.problem?.fields.timezone !== undefined;
  const [unknownZone, setUnknownZone] = useState<string>();
  const { setFieldValue } = fields.form;
  useEffect(() => {
    if (!isOwnRefused) return;
    setUnknownZone(own);
    setFieldValue('timezone', 'UTC');
  }, [isOwnRefused, own, setFieldValue]);
  const refused = { ...preview.problem?.fields, ...fields.submit.problem?.fields };
  const refusals = refusalsOf(refused, values, text);
  /** The properties of an input. */
  const propsOf = (field: Field) => {
    const props = fields.form.getInputProps(field);
    return { ...props, error: props.error ?? refusals[field] };
  };
  return {
    ...fields,
    preview,
    /** The fields of the API as they are now; undefined while one is missing or contradictory. */
    schedule,
    /** The zone of the browser, in place of which UTC was selected. */
    unknownZone,
    propsOf,
    errorOf: (field: Field): string | undefined => propsOf(field).error,
  };
}
