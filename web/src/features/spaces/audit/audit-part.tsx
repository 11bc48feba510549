import { Button } from '@mantine/core';
import { IconDownload, IconFilter, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { type AuditedKind, auditedKinds } from '../../../../../contract/audit/kinds.ts';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ListTools } from '../../../panel/list/list-tools.tsx';
import { NothingFound } from '../../../panel/list/nothing-found.tsx';
import { Rows } from '../../../panel/list/row.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { useSubmit } from '../../../panel/use-submit.ts';
import { setQuery } from '../../../routing/navigation.ts';
import { usePageAddress } from '../../../routing/use-page-address.ts';
import { Choice } from '../../../ui/form/choice.tsx';
import { Card, Text } from '../../../ui/layout/layout.tsx';
import { EmptyState, LoadFailed, RowsSkeleton, StaleNote } from '../../../ui/page/states.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { AuditRow } from './audit-row.tsx';

const step = 50;
/** The server's maximum for one request; the file has all entries. */
const most = 1000;

/** The changes in a group, newest first, for its owner. */
export function AuditPart({ spaceId }: { spaceId: string }) {
  const text = useText('audit');
  const api = useApi();
  const { search } = usePageAddress();
  const kind = auditedKinds.find((name) => name === search.get('kind'));
  const [count, setCount] = useState(step);
  const query = { ...(kind && { kind }) };
  const list = useLoaded({
    key: ['audit', spaceId, kind ?? '', String(count)],
    load: () => api.listAuditEntries({ spaceId, query: { ...query, limit: count } }),
  });
  const download = useSubmit(async () =>
    saveFile(
      await api.listAuditEntries({ spaceId, query: { ...query, format: 'jsonl' } }),
      `${text.file}.jsonl`,
    ),
  );
  const { value, error, isBehind, reload } = list;
  const isFull = count >= most && value?.next !== null;

  return (
    <>
      <Text size="md" dim pretty measure={70} mb="md">
        {text.about}
      </Text>
      <ListTools hasSearch={false}>
        <Choice
          label={text.filter}
          icon={<IconFilter size={18} />}
          options={[{ value: '', label: text.any }, ...kindOptions(text.kinds)]}
          value={kind ?? ''}
          onChange={(wanted) => {
            setCount(step);
            setQuery({ kind: wanted || undefined });
          }}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isBusy}
          onClick={() => void download.run()}
        >
          {text.download}
        </Button>
      </ListTools>
      <ProblemLine of={download} />
      {value && error !== undefined && !isBehind && <StaleNote of="list" onAgain={reload} />}
      <Card>
        <Found
          entries={value?.items}
          hasFailed={error !== undefined && (isBehind || !value)}
          isBehind={isBehind}
          isFiltered={kind !== undefined}
          onAgain={reload}
        />
      </Card>
      {isFull && (
        <Text mt="md" size="md" dim>
          {text.tooMany}
        </Text>
      )}
      {value && value.next !== null && !isFull && (
        <Button
          mt={12}
          variant="default"
          loading={isBehind && error === undefined}
          onClick={() => setCount(Math.min(count * 2, most))}
        >
          {text.showMore}
        </Button>
      )}
    </>
  );
}

const kindOptions = (names: Record<AuditedKind, string>) =>
  auditedKinds.filter((name) => name !== 'account').map((value) => ({ value, label: names[value] }));

type FoundProps = {
  entries: Answer<'listAuditEntries'>['items'] | undefined;
  hasFailed: boolean;
  isBehind: boolean;
  isFiltered: boolean;
  onAgain: () => void;
};

function Found({ entries, hasFailed, isBehind, isFiltered, onAgain }: FoundProps) {
  const text = useText('audit');
  if (hasFailed) return <LoadFailed onAgain={onAgain} />;
  if (!entries) return <RowsSkeleton />;
  if (entries.length === 0) {
    return isFiltered ? (
      <NothingFound onShowAll={() => setQuery({ kind: undefined })} />
    ) : (
      <EmptyState icon={IconHistory} title={text.empty} text={text.emptyText} />
    );
  }
  return (
    <Rows label={text.list} isBehind={isBehind}>
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} />
      ))}
    </Rows>
  );
}
