import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useText } from '../../../i18n/language.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import css from './segment-editor.module.css';
import { type Edited, useSegmentDraft } from './use-segment-draft.ts';

type Props = Edited & {
  /** The names of the speakers, as suggestions. */
  names: readonly string[];
};

/** The longest text and name that the server accepts. */
const longest = { text: 5_000, speaker: 200 };

/** Corrects the text and the speaker of a segment. The original stays visible and can be restored. */
export function SegmentEditor({ names, ...edited }: Props) {
  const text = useText('transcript');
  const suggestions = useId();
  const form = useRef<HTMLFormElement>(null);
  // A segment at the lower edge opens an editor that is higher than the segment. Newer browsers return a promise, which
  // React would call as the effect's end.
  useEffect(() => void form.current?.scrollIntoView({ block: 'nearest' }), []);
  const { draft, change, save, saving, ...state } = useSegmentDraft(edited);
  const { segment, onClose } = edited;

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
    <Stack
      ref={form}
      as="form"
      gap="md"
      p="xs 0 sm"
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
        error={saving.fault('text') ?? (state.isMissing('text') ? text.textMissing : undefined)}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <TextInput
        label={text.speakerField}
        list={suggestions}
        autoComplete="off"
        maxLength={longest.speaker}
        value={draft.speaker}
        error={saving.fault('speaker') ?? (state.isMissing('speaker') ? text.speakerMissing : undefined)}
        onChange={(event) => change({ speaker: event.currentTarget.value })}
      />
      <datalist id={suggestions}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {state.others > 0 && (
        <Checkbox
          label={text.renameOthers({ name: segment.speaker, count: state.others })}
          checked={draft.isForAll}
          onChange={(event) => change({ isForAll: event.currentTarget.checked })}
        />
      )}
      {state.isCorrected && (
        <Text size="md" dim breaks p="sm md" className={css.original}>
          <Text as="span" weight={500}>
            {text.original}:
          </Text>{' '}
          {state.original.speaker !== segment.speaker && <bdi>{state.original.speaker}: </bdi>}
          <bdi>{state.original.text}</bdi>
        </Text>
      )}
      <DialogError>{saving.sentence}</DialogError>
      <Row gap="sm" wrap align="center">
        <Button type="submit" size="xs" loading={saving.isBusy}>
          {text.save}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {text.cancel}
        </Button>
        {state.isCorrected && (
          <Button
            size="xs"
            variant="subtle"
            disabled={state.isOriginal}
            onClick={() => change(state.original)}
          >
            {text.restore}
          </Button>
        )}
        <Text as="span" size="sm" dim hide="touch">
          {text.keys}
        </Text>
      </Row>
    </Stack>
  );
}
