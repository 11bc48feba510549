import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { EmptyState } from '../../ui/page/states.tsx';

export function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  const text = useText('list');
  return (
    <div role="status">
      <EmptyState icon={IconSearchOff} title={text.nothing} text={text.nothingHint}>
        <Button variant="default" onClick={onShowAll}>
          {text.showAll}
        </Button>
      </EmptyState>
    </div>
  );
}
