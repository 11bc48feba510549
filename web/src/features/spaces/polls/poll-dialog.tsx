import { useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { emptyForm, faultsOf, formOf, pollOf } from '../../../models/polls/form.ts';
import { useApi } from '../../../panel/context.ts';
import { useSubmit } from '../../../panel/use-submit.ts';
import { PollFields } from '../../../room/polls-and-offers/poll-fields.tsx';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { useLast } from '../../../ui/use-last.ts';
import type { Room, WrittenPoll } from '../model/types.ts';

type Props = { room: Room; onClose: () => void; onSaved: () => void };

/** Writes a new poll, or changes a prepared one. */
export function PollDialog({ written, ...props }: Props & { written: WrittenPoll | undefined }) {
  const text = useText('roomPolls');
  const shown = useLast(written);
  return (
    <Dialog
      isOpen={written !== undefined}
      title={shown === 'new' ? text.makeTitle : text.editTitle}
      onClose={props.onClose}
    >
      {shown && <Form written={shown} {...props} />}
    </Dialog>
  );
}

function Form({ written, room, onClose, onSaved }: Props & { written: WrittenPoll }) {
  const text = useText('roomPolls');
  const api = useApi();
  const [form, setForm] = useState(written === 'new' ? emptyForm : formOf(written));
  const [isTried, setTried] = useState(false);
  const question = useRef<HTMLTextAreaElement>(null);
  const place = { spaceId: room.spaceId, roomId: room.id };
  const save = useSubmit(async () => {
    const body = pollOf(form);
    if (written === 'new') await api.createRoomPoll({ ...place, body });
    else await api.updateRoomPoll({ ...place, pollId: written.id, body });
  }, text.refusals);

  function onSubmit(): void {
    setTried(true);
    const missing = faultsOf(form);
    if (missing.includes('question')) question.current?.focus();
    if (missing.length > 0) return;
    void save.run().then((isDone) => isDone && onSaved());
  }

  return (
    <DialogForm
      submit={text.save}
      isBusy={save.isBusy}
      trouble={save.sentence}
      onSubmit={onSubmit}
      onCancel={onClose}
    >
      <Stack gap="lg">
        <PollFields
          form={form}
          faults={isTried ? faultsOf(form) : []}
          refused={{ question: save.fault('question'), options: save.fault('options') }}
          questionRef={question}
          onChange={(changed) => {
            save.touch();
            setForm(changed);
          }}
        />
      </Stack>
    </DialogForm>
  );
}
