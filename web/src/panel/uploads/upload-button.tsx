import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useText } from '../../i18n/language.ts';

const accepted = '.mp4,.m4v,.mov,.mkv,.webm,video/mp4,video/quicktime,video/x-matroska,video/webm';

type Props = { onFiles: (files: readonly File[]) => void; isSingle?: boolean };

/** Selects videos from the disk. */
export function UploadButton({ onFiles, isSingle = false }: Props) {
  const text = useText('uploads');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {text.upload}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isSingle}
        accept={accepted}
        aria-label={text.upload}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be selected again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
