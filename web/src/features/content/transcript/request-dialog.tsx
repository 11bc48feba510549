import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { spokenLanguages } from '../../../panel/rooms/spoken-languages.ts';
import { useSubmit } from '../../../panel/use-submit.ts';
import { Dialog, DialogText } from '../../../ui/form/dialog.tsx';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import type { ListedRecord } from '../model/record.ts';
import { pathOf } from '../use-record-actions.ts';

type Props = {
  isOpen: boolean;
  record: ListedRecord;
  returnTo: () => HTMLElement | null | undefined;
  onClose: () => void;
  onDone: () => void;
};

/** Requests a transcript, or another one that replaces it, in a language. */
export function RequestDialog({ isOpen, record, returnTo, onClose, onDone }: Props) {
  const text = useText('transcript');
  const isAgain = record.transcription.state === 'ready';
  return (
    <Dialog
      isOpen={isOpen}
      title={isAgain ? text.createAgainTitle : text.createTitle}
      returnTo={() => returnTo() ?? document.querySelector<HTMLElement>('main h1')}
      onClose={onClose}
    >
      {isAgain && <DialogText>{text.createAgainText}</DialogText>}
      <Form record={record} onClose={onClose} onDone={onDone} />
    </Dialog>
  );
}

function Form({ record, onClose, onDone }: Pick<Props, 'record' | 'onClose' | 'onDone'>) {
  const text = useText('transcript');
  const reader = useLanguage();
  const api = useApi();
  const [language, setLanguage] = useState('auto');
  const { transcription_unavailable, engine_unavailable, forbidden } = text;
  const sending = useSubmit(() => api.requestTranscription({ ...pathOf(record), body: { language } }), {
    ...{ transcription_unavailable, engine_unavailable, forbidden },
  });
  return (
    <DialogForm
      submit={record.transcription.state === 'ready' ? text.again : text.create}
      isBusy={sending.isBusy}
      trouble={sending.sentence}
      onCancel={onClose}
      onSubmit={() =>
        void sending.run().then((isDone) => {
          if (!isDone) return;
          onDone();
          onClose();
        })
      }
    >
      <NativeSelect
        label={text.language}
        value={language}
        data={[{ value: 'auto', label: text.auto }, ...spokenLanguages(reader)]}
        onChange={(event) => setLanguage(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
