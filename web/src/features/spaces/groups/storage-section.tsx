import type { Answer } from '../../../../../contract/routes.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { RowDetail, RowDetails } from '../../../panel/list/row.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { sizeText } from '../../../panel/uploads/amounts.ts';
import { Section } from '../../../ui/page/section.tsx';
import { LoadFailed, RowsSkeleton } from '../../../ui/page/states.tsx';
import { StatusProgress } from '../../../ui/parts/status-progress.tsx';

const kinds = ['recordings', 'uploads', 'preparedVideos'] as const;

/** Shows how much the files of the group take, and its limit where the operator sets one. */
export function StorageSection({ spaceId }: { spaceId: string }) {
  const text = useText('groups');
  const api = useApi();
  const { value, error, reload } = useLoaded({
    key: ['group storage', spaceId],
    load: () => api.getSpaceStorage({ spaceId }),
  });
  return (
    <Section title={text.storageTitle} text={text.storageText}>
      {value && <Use storage={value} />}
      {!value && (error ? <LoadFailed onAgain={reload} /> : <RowsSkeleton count={2} />)}
    </Section>
  );
}

function Use({ storage }: { storage: Answer<'getSpaceStorage'> }) {
  const text = useText('groups');
  const language = useLanguage();
  const { used, limit } = storage;
  const size = (bytes: number) => sizeText(bytes, language);
  return (
    <>
      {limit === null ? <p>{text.storageUsed(size(used))}</p> : <Bar used={used} limit={limit} />}
      <RowDetails>
        {kinds.map((kind) => (
          <RowDetail key={kind}>{`${text.storageKinds[kind]}: ${size(storage[kind])}`}</RowDetail>
        ))}
      </RowDetails>
    </>
  );
}

function Bar({ used, limit }: { used: number; limit: number }) {
  const text = useText('groups');
  const language = useLanguage();
  const sentence = text.storageOf({ used: sizeText(used, language), limit: sizeText(limit, language) });
  const isFull = used >= limit;
  return (
    <>
      <StatusProgress tone={isFull ? 'warning' : 'quiet'} value={Math.min(1, used / limit)} label={sentence}>
        {sentence}
      </StatusProgress>
      {isFull && <p>{text.storageFull}</p>}
    </>
  );
}
