import { Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { lengthOf, longestName } from '../../../panel/text-rules.ts';
import { DialogForm } from '../../../ui/form/dialog-form.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import type { ChatLine } from './chat-lines.ts';

export type Renaming = { line: ChatLine; name: string; isForAll: boolean };

type Props = {
  line: ChatLine;
  /** How many lines its author wrote. */
  count: number;
  isBusy: boolean;
  trouble: string | undefined;
  /** Resolves to whether it succeeded. */
  onRename: (renaming: Renaming) => Promise<boolean>;
  onClose: () => void;
};

/** Changes the name that sessions show, on one line or on all of its author. */
export function RenameForm({ line, count, isBusy, trouble, onRename, onClose }: Props) {
  const text = useText('originalChat');
  const { tooLong } = useText('saving');
  const { author, displayName } = line;
  const [name, setName] = useState(displayName ?? author);
  const [isForAll, setForAll] = useState(count > 1);
  const [isTried, setTried] = useState(false);
  const isLong = lengthOf(name.trim()) > longestName;

  async function save(): Promise<void> {
    setTried(true);
    // The author's own name is no other name.
    const wanted = name.trim() === author ? '' : name;
    if (!isLong && (await onRename({ line, name: wanted, isForAll }))) onClose();
  }
  return (
    <DialogForm
      submit={text.save}
      isBusy={isBusy}
      trouble={isTried ? trouble : undefined}
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      <TextInput
        data-autofocus
        label={text.name}
        description={text.nameHint(author)}
        autoComplete="off"
        value={name}
        error={isTried && isLong ? tooLong(longestName) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {count > 1 && (
        <Radio.Group
          mt="md"
          label={text.scope}
          value={isForAll ? 'all' : 'one'}
          onChange={(value) => setForAll(value === 'all')}
        >
          <Stack gap="md" mt="sm">
            <Radio value="all" label={text.forAuthor({ author, count: String(count) })} />
            <Radio value="one" label={text.forLine} />
          </Stack>
        </Radio.Group>
      )}
    </DialogForm>
  );
}
