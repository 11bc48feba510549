import { Skeleton } from '@mantine/core';
import { useText } from '../../i18n/language.ts';
import { useApi } from '../../panel/context.ts';
import { useLoaded } from '../../panel/loading/use-loaded.ts';
import { Dialog, DialogText } from '../../ui/form/dialog.tsx';
import { LoadFailed } from '../../ui/page/states.tsx';
import { CopyField } from '../../ui/parts/copy.tsx';
import type { ListedRecord } from './model/record.ts';
import { pathOf } from './use-record-actions.ts';

type Shared = Pick<ListedRecord, 'id' | 'spaceId' | 'roomId'>;
type Props = { record: Shared | undefined; onClose: () => void };

/** A link with which anybody may download a recording for a day. */
export function LinkDialog({ record, onClose }: Props) {
  const text = useText('recordings');
  return (
    <Dialog isOpen={record !== undefined} title={text.link} onClose={onClose}>
      {record && <Link record={record} />}
    </Dialog>
  );
}

function Link({ record }: { record: Shared }) {
  const text = useText('recordings');
  const api = useApi();
  const address = useLoaded({
    key: ['download', record.id],
    load: () => api.downloadRecord(pathOf(record)),
  });
  if (address.error !== undefined) return <LoadFailed onAgain={address.reload} />;
  return (
    <>
      <DialogText>{text.linkText}</DialogText>
      {address.value === undefined ? (
        <Skeleton height={44} radius="md" />
      ) : (
        <CopyField value={address.value} label={text.link} />
      )}
    </>
  );
}
