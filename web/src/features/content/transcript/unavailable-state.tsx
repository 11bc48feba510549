import { IconLock } from '@tabler/icons-react';
import type { TranscriptionObstacle } from '../../../../../contract/operations/transcription.ts';
import { useText } from '../../../i18n/language.ts';
import { reasonOf } from '../../../kit/refusals.ts';
import { Support } from '../../../panel/support/support.tsx';
import { useOptions } from '../../../panel/support/use-options.ts';
import { Text } from '../../../ui/layout/layout.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';

/** Says what lacks transcription, the plan or the server, and whom to ask. */
export function UnavailableState({ refusal }: { refusal: unknown }) {
  const text = useText('transcript');
  const obstacles = useText('transcriptObstacles');
  const { value: options } = useOptions();
  const obstacle = reasonOf(refusal) as TranscriptionObstacle | undefined;
  return (
    <EmptyState
      icon={IconLock}
      title={text.unavailableTitle}
      text={(obstacle && obstacles[obstacle]) ?? text.unavailableText}
    >
      {obstacle === 'engine' && (
        <Text
          as="a"
          size="md"
          weight={500}
          tone="accent"
          underline="always"
          href="/docs/guides/operators/transcription"
          target="_blank"
          rel="noreferrer"
        >
          {text.setUp}
        </Text>
      )}
      {obstacle !== 'engine' && options?.supportAddress && <Support address={options.supportAddress} />}
    </EmptyState>
  );
}
