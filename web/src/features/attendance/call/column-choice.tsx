import { Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useText } from '../../../i18n/language.ts';
import { ChoiceButton } from '../../../ui/form/choice.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { columns as allColumns, type Column } from '../model/columns.ts';
import css from './call.module.css';

type Props = { columns: readonly Column[]; onChange: (columns: readonly Column[]) => void };

/** The columns of the table; the name is always shown. */
export function ColumnChoice({ columns, onChange }: Props) {
  const text = useText('callReport');
  const names = useText('callColumns');
  return (
    <Popover position="bottom-end" shadow="lg" radius="md" trapFocus returnFocus hideDetached={false}>
      <Popover.Target>
        <ChoiceButton label={text.columns} icon={<IconColumns3 size={18} />}>
          {`${columns.length} / ${allColumns.length}`}
        </ChoiceButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={text.columns}>
        <Stack gap="md" p="lg" className={css.columnList}>
          {allColumns.slice(1).map((column) => {
            const isOn = columns.includes(column);
            return (
              <Checkbox
                key={column}
                label={names[column]}
                checked={isOn}
                onChange={() =>
                  onChange(allColumns.filter((one) => (one === column ? !isOn : columns.includes(one))))
                }
              />
            );
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
