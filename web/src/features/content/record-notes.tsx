import { useLanguage, useText } from '../../i18n/language.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Note } from '../../ui/parts/note.tsx';
import type { ListedRecord, RecordQuality } from './model/record.ts';
import { qualityFigures, qualityText } from './record-text.ts';

/** The notes on parts that an incomplete video lacks. */
export function RecordNotes({ record: { isPartial, quality } }: { record: ListedRecord }) {
  const text = useText('recordings');
  if (!isPartial && !quality) return null;
  return (
    <Stack gap="md" mt="lg">
      {isPartial && <Note>{text.partialText}</Note>}
      {quality && <QualityNote quality={quality} />}
    </Stack>
  );
}

function QualityNote({ quality }: { quality: RecordQuality }) {
  const text = useText('recordings');
  const language = useLanguage();
  const figures = qualityFigures(quality, language);
  return (
    <>
      <Note>{qualityText(quality, language)}</Note>
      {figures.length > 0 && (
        <Text as="details" size="md">
          <Text as="summary" dim>
            {text.qualityDetails}
          </Text>
          <Stack as="ul" gap="xs" mt="xs">
            {figures.map((figure) => (
              <li key={figure}>{figure}</li>
            ))}
          </Stack>
        </Text>
      )}
    </>
  );
}
