import { Button } from '@mantine/core';
import { IconSearchOff, IconUsers } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { EmptyState } from '../../../ui/page/states.tsx';

/** Instead of the table: nobody was in the call, or nobody matches the filters. */
export function NobodyShown({ isEmpty, onShowAll }: { isEmpty: boolean; onShowAll: () => void }) {
  const text = useText('callReport');
  if (isEmpty) {
    return <EmptyState icon={IconUsers} title={text.nobody} text={text.nobodyHint} />;
  }
  return (
    <EmptyState icon={IconSearchOff} title={text.nothing} text={text.nothingHint}>
      <Button variant="default" onClick={onShowAll}>
        {text.showAll}
      </Button>
    </EmptyState>
  );
}
