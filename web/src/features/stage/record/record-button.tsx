import { Loader, Menu } from '@mantine/core';
import { IconPlayerRecordFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { BarButton } from '../bar/bar-button.tsx';
import { type RecordControl, recordButtonId } from './use-record.ts';

type Props = { record: RecordControl };

function Mark({ record: { isBusy, phase }, size }: Props & { size: number }) {
  if (isBusy) return <Loader size={size - 2} color="currentColor" aria-hidden />;
  return phase === 'on' ? (
    <IconPlayerStopFilled size={size} aria-hidden />
  ) : (
    <IconPlayerRecordFilled size={size} aria-hidden />
  );
}

/** For moderators: starts a recording, or stops the running one. */
export function RecordButton({ record }: Props) {
  const { may, phase, isBusy, label, act } = record;
  if (!may) return null;
  return (
    <BarButton
      label={label}
      shortcut="R"
      look={phase === 'on' ? 'active' : 'quiet'}
      aria-busy={isBusy || undefined}
      onClick={act}
      id={recordButtonId}
    >
      <Mark record={record} size={22} />
    </BarButton>
  );
}

/** The same in the menu, for a narrow screen. */
export function RecordItem({ record }: Props) {
  const { may, label, act } = record;
  if (!may) return null;
  return (
    <Menu.Item leftSection={<Mark record={record} size={18} />} onClick={act}>
      {label}
    </Menu.Item>
  );
}
