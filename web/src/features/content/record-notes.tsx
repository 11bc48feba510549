import { useLanguage, useText } from '../../i18n/language.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { Note } from '../../ui/parts/note.tsx';
import css from './content.module.css';
import type { ListedRecord } from './model/record.ts';
import { qualityText } from './record-text.ts';

/** The notes on parts that an incomplete video lacks. */
export function RecordNotes({ record: { isPartial, quality } }: { record: ListedRecord }) {
  const text = useText('recordings');
  const language = useLanguage();
  const notes = [isPartial && text.partialText, quality && qualityText(quality, language)].filter(
    (note): note is string => typeof note === 'string',
  );
  if (notes.length === 0) return null;
  return (
    <Stack gap="md" className={css.notes}>
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
    </Stack>
  );
}
