import { Button, Menu, VisuallyHidden } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage, useText } from '../../i18n/language.ts';
import { sendInKnownZone } from '../../kit/refusals.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { Note } from '../../ui/parts/note.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ProblemLine } from '../problem-line.tsx';
import { useSubmit } from '../use-submit.ts';
import { fileQueryFor } from './file-query.ts';

const all = ['xlsx', 'csv', 'json'] as const;
type ReportFileFormat = (typeof all)[number];

export type ReportDownloadsProps<F extends ReportFileFormat = ReportFileFormat> = {
  /** All formats if absent. */
  formats?: readonly F[];
  /** Names what is downloaded, for people who do not see the text beside it. */
  label?: string;
  /** Reads the file: an object for JSON. */
  read: (format: F, query: ReturnType<typeof fileQueryFor>) => Promise<Blob | object>;
  fileNameOf: (format: F) => string;
};

/** A report as a file, with the times of the reader's zone and the separator of the reader's language. */
export function ReportDownloads<F extends ReportFileFormat = ReportFileFormat>({
  formats = all as readonly ReportFileFormat[] as readonly F[],
  label,
  read,
  fileNameOf,
}: ReportDownloadsProps<F>) {
  const text = useText('callReport');
  const query = fileQueryFor(useLanguage());
  const [isInUtc, setInUtc] = useState(false);
  const download = useSubmit(async (format: F) => {
    setInUtc(false);
    const content = await sendInKnownZone(
      () => read(format, query),
      async () => {
        const inUtc = await read(format, { ...query, timezone: 'UTC' });
        setInUtc(true);
        return inUtc;
      },
    );
    const file = content instanceof Blob ? content : new Blob([JSON.stringify(content, null, 2)]);
    saveFile(file, fileNameOf(format));
  });
  return (
    <Stack gap="sm" align="end">
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.isBusy}
            aria-label={label}
          >
            {text.download}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => void download.run(format)}>
              {text[format]}
            </Menu.Item>
          ))}
          <Text p="xs md sm" size="xs" dim breaks>
            {text.downloadZone(query.timezone)}
          </Text>
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{download.isBusy ? text.downloading : ''}</VisuallyHidden>
      <ProblemLine of={download} />
      {isInUtc && <Note>{text.zoneUnknown(query.timezone)}</Note>}
    </Stack>
  );
}
