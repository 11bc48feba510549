import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useSubmit } from '../../../panel/use-submit.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import type { TranscriptSegment } from './model/transcript.ts';
import css from './segment-editor.module.css';
import type { LoadedTranscript, SegmentChanges } from './use-transcript.ts';

type Props = {
  segment: TranscriptSegment;
  names: readonly string[];
  correct: LoadedTranscript['correct'];
  onClose: () => void;
};

/** The longest text and name that the server accepts. */
const longest = { text: 5_000, speaker: 100 };

/** Corrects the text and the speaker of a segment. The original stays visible and can be restored. */
export function SegmentEditor({ segment, names, correct, onClose }: Props) {
  const text = useText('transcript');
  const suggestions = useId();
  const [draft, setDraft] = useState({ text: segment.text, speaker: segment.speaker });
  const [isTried, setTried] = useState(false);
  const { transcription_unavailable, forbidden, partGone } = text;
  const saving = useSubmit((changes: SegmentChanges) => correct(segment, changes), {
    ...{ transcription_unavailable, forbidden },
    ...{ not_found: partGone, transcription_not_ready: partGone },
  });
  const original = {
    text: segment.originalText ?? segment.text,
    speaker: segment.originalSpeaker ?? segment.speaker,
  };
  const isOriginal = draft.text === original.text && draft.speaker === original.speaker;
  const isCorrected = original.text !== segment.text || original.speaker !== segment.speaker;

  function change(next: Partial<typeof draft>): void {
    saving.touch();
    setDraft({ ...draft, ...next });
  }

  async function save(): Promise<void> {
    setTried(true);
    const sent = { text: draft.text.trim(), speaker: draft.speaker.trim() };
    if (sent.text === '' || sent.speaker === '') return;
    const changes = {
      ...(sent.text !== segment.text && { text: sent.text }),
      ...(sent.speaker !== segment.speaker && { speaker: sent.speaker }),
    };
    if (Object.keys(changes).length === 0 || (await saving.run(changes))) onClose();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
    // A line break has no meaning in a segment. While a word is being composed, Enter belongs to the keyboard.
    if (
      event.key === 'Enter' &&
      event.target instanceof HTMLTextAreaElement &&
      !event.nativeEvent.isComposing
    ) {
      event.preventDefault();
      void save();
    }
  }

  return (
    <form
      className={css.editor}
      noValidate
      onKeyDown={onKey}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        label={text.text}
        autosize
        minRows={2}
        maxLength={longest.text}
        data-autofocus
        autoFocus
        value={draft.text}
        error={saving.fault('text') ?? (isTried && draft.text.trim() === '' ? text.textMissing : undefined)}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <TextInput
        label={text.speakerField}
        list={suggestions}
        autoComplete="off"
        maxLength={longest.speaker}
        value={draft.speaker}
        error={
          saving.fault('speaker') ??
          (isTried && draft.speaker.trim() === '' ? text.speakerMissing : undefined)
        }
        onChange={(event) => change({ speaker: event.currentTarget.value })}
      />
      <datalist id={suggestions}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isCorrected && (
        <p className={css.original}>
          <span className={css.originalTitle}>{text.original}:</span>{' '}
          {original.speaker !== segment.speaker && <bdi>{original.speaker}: </bdi>}
          <bdi>{original.text}</bdi>
        </p>
      )}
      <DialogError>{saving.sentence}</DialogError>
      <div className={css.actions}>
        <Button type="submit" size="xs" loading={saving.isBusy}>
          {text.save}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {text.cancel}
        </Button>
        {isCorrected && (
          <Button size="xs" variant="subtle" disabled={isOriginal} onClick={() => change(original)}>
            {text.restore}
          </Button>
        )}
        <span className={css.keys}>{text.keys}</span>
      </div>
    </form>
  );
}
