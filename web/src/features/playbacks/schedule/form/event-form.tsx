import { TextInput } from '@mantine/core';
import { eventFrequencies } from '../../../../../../contract/webinars.ts';
import { useText } from '../../../../i18n/language.ts';
import { DialogForm } from '../../../../ui/form/dialog-form.tsx';
import { Options } from '../../../../ui/form/options.tsx';
import { Grid, Stack } from '../../../../ui/layout/layout.tsx';
import { Note } from '../../../../ui/parts/note.tsx';
import type { Playback } from '../../page/playback-part.ts';
import { clockIn, type PlaybackEvent } from '../model/schedule-draft.ts';
import css from './form.module.css';
import { NextStarts } from './next-starts.tsx';
import { Pair, RepeatFields } from './repeat-fields.tsx';
import { TimeZoneField } from './time-zone-field.tsx';
import { type EventFields, useEventFields } from './use-event-fields.ts';

type Props = {
  playback: Playback;
  spaceId: string;
  /** Undefined for a new event. */
  event: PlaybackEvent | undefined;
  onClose: () => void;
  onSaved: () => void;
};

/** Creates or changes an event, with a preview of its next starts. */
export function EventForm({ onClose, onSaved, ...of }: Props) {
  const text = useText('scheduleForm');
  const fields = useEventFields({
    ...of,
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  const { form, submit, onSubmit } = fields;
  const { frequency } = form.values;
  return (
    <DialogForm
      submit={of.event ? text.save : text.create}
      isBusy={submit.isBusy}
      trouble={submit.sentence}
      onSubmit={onSubmit}
      onCancel={onClose}
    >
      <Grid gap="xl" className={css.columns} align="start">
        <Stack gap="lg" shrink>
          {of.event && <Note>{text.begun}</Note>}
          <TextInput
            {...fields.propsOf('name')}
            label={text.name}
            description={text.nameText}
            placeholder={of.playback.name}
            autoComplete="off"
            data-autofocus
          />
          <Options
            label={text.frequency}
            value={frequency}
            options={eventFrequencies.map((value) => ({
              value,
              label: text[value],
              text: text[`${value}Text`],
            }))}
            onChange={(value) => form.setFieldValue('frequency', value)}
          />
          {frequency === 'oneTime' && <OneTimeFields fields={fields} />}
          {frequency === 'recurring' && <RepeatFields fields={fields} />}
          {frequency !== 'permanent' && (
            <TimeZoneField
              value={form.values.timezone}
              error={fields.errorOf('timezone')}
              onChange={(timezone) => form.setFieldValue('timezone', timezone)}
            />
          )}
          {fields.unknownZone && form.values.timezone === 'UTC' && (
            <Note tone="warning">{text.timezoneUnknown(fields.unknownZone)}</Note>
          )}
        </Stack>
        <NextStarts fields={fields} />
      </Grid>
    </DialogForm>
  );
}

function OneTimeFields({ fields }: { fields: EventFields }) {
  const text = useText('scheduleForm');
  const { starts, isBehind } = fields.preview;
  const [start] = isBehind ? [] : (starts ?? []);
  const isInGap = start !== undefined && clockIn(start.local) !== fields.form.values.time.slice(0, 5);
  return (
    <>
      <Pair>
        <TextInput {...fields.propsOf('date')} type="date" label={text.date} />
        <TextInput {...fields.propsOf('time')} type="time" label={text.time} />
      </Pair>
      {isInGap && <Note tone="warning">{text.timeSkipped}</Note>}
    </>
  );
}
