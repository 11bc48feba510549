import { IconX } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { Row } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import css from './transcript.module.css';
import type { LoadedTranscript } from './use-transcript.ts';

/** Says after a correction that somebody else has changed the transcript, too. */
export function OthersChanges({ loaded: { hasOthersChanges, dismiss } }: { loaded: LoadedTranscript }) {
  const text = useText('transcript');
  const common = useText('ui');
  return (
    <div role="status">
      {hasOthersChanges && (
        <Row
          as="p"
          gap="sm"
          align="start"
          justify="between"
          size="md"
          p="sm lg"
          pe="sm"
          ground="warning-soft"
          className={css.others}
        >
          <span>{text.conflict}</span>
          <IconButton icon={IconX} aria-label={common.close} onClick={dismiss} />
        </Row>
      )}
    </div>
  );
}
