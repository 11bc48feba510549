import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { type Submit, useSubmit } from '../../../panel/use-submit.ts';
import { useQuestion } from '../../../ui/form/question.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import type { ListedRecord } from '../model/record.ts';
import { pathOf } from '../use-record-actions.ts';
import { RequestDialog } from './request-dialog.tsx';

export const transcriptFormats = ['vtt', 'srt', 'txt', 'json'] as const;
type TranscriptFormat = (typeof transcriptFormats)[number];

type Back = () => HTMLElement | null | undefined;

export type TranscriptActions = {
  download: (format: TranscriptFormat) => void;
  /** Opens the dialog in which a transcript is requested. */
  request: (returnTo: Back) => void;
  remove: (returnTo: Back) => void;
  /** The problem of the last download or deletion. */
  problem: Submit<[() => Promise<unknown>]>;
  /** The dialogs; render them on the page. */
  dialogs: ReactNode;
};

type Parts = { record: ListedRecord; onChanged: () => void };

/** The actions on the transcript of a recording. */
export function useTranscriptActions({ record, onChanged }: Parts): TranscriptActions {
  const text = useText('transcript');
  const api = useApi();
  const { ask, asked } = useQuestion();
  const { transcription_unavailable, forbidden } = text;
  const problem = useSubmit((send: () => Promise<unknown>) => send(), {
    transcription_unavailable,
    forbidden,
  });
  const [isRequesting, setRequesting] = useState(false);
  const back = useRef<Back>(() => undefined);
  const path = pathOf(record);

  const files: Record<TranscriptFormat, () => Promise<string>> = {
    vtt: () => api.getTranscriptionVtt(path),
    srt: () => api.getTranscriptionSrt(path),
    txt: () => api.getTranscriptionTxt(path),
    json: async () => JSON.stringify(await api.getTranscriptionJson(path), null, 2),
  };

  return {
    problem,
    download: (format) =>
      void problem.run(async () => saveFile(new Blob([await files[format]()]), `${record.name}.${format}`)),
    request: (returnTo) => {
      back.current = returnTo;
      setRequesting(true);
    },
    remove: (returnTo) =>
      ask({
        title: text.removeTitle,
        text: text.removeText,
        yes: text.remove,
        act: () =>
          void problem.run(() => api.deleteTranscription(path)).then((isDone) => isDone && onChanged()),
        returnTo,
      }),
    dialogs: (
      <>
        {asked}
        <RequestDialog
          isOpen={isRequesting}
          record={record}
          returnTo={() => back.current()}
          onClose={() => setRequesting(false)}
          onDone={onChanged}
        />
      </>
    ),
  };
}
