import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type EventName, eventNames } from '../../../../../../contract/events.ts';
import { useText } from '../../../../i18n/language.ts';
import { useApi } from '../../../../panel/context.ts';
import { RoomChoice } from '../../../../panel/rooms/room-choice.tsx';
import { useSubmit } from '../../../../panel/use-submit.ts';
import { DialogText } from '../../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../../ui/form/dialog-form.tsx';
import type { Delivery } from '../model/types.ts';
import type { WebhookAt } from '../model/webhook-at.ts';
import { eventOf } from './delivery-filters.tsx';

type Props = { at: WebhookAt; onClose: () => void; onSent: (delivery: Delivery) => void };

/** Sends a test event to the receiver. */
export function TestForm({ at, onClose, onSent }: Props) {
  const text = useText('deliveries');
  const api = useApi();
  const [eventName, setEventName] = useState<EventName>('call_started');
  const [roomId, setRoomId] = useState<string>();
  const submit = useSubmit(
    async () => {
      const body = { eventName, ...(roomId !== undefined && { roomId }) };
      onSent(await api.testWebhookById({ ...at, body }));
    },
    { webhook_blocked: text.blocked, ...(roomId !== undefined && { validation_failed: text.roomGone }) },
  );
  return (
    <DialogForm
      submit={text.send}
      isBusy={submit.isBusy}
      trouble={submit.sentence}
      onSubmit={() => void submit.run()}
      onCancel={onClose}
    >
      <DialogText>{text.testText}</DialogText>
      <NativeSelect
        label={text.filterEvent}
        data-autofocus
        value={eventName}
        data={eventNames.map((name) => ({ value: name, label: text[name] }))}
        onChange={(event) => {
          setEventName(eventOf(event.currentTarget.value) ?? 'call_started');
          submit.touch();
        }}
      />
      <RoomChoice
        spaceId={at.spaceId}
        label={text.testRoom}
        first={text.testNewest}
        chosen={roomId}
        onChoose={(id) => {
          setRoomId(id);
          submit.touch();
        }}
      />
    </DialogForm>
  );
}
