import { Button } from '@mantine/core';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Answer } from '../../../../../contract/routes.ts';
import { useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { useApi } from '../../../panel/context.ts';
import { Row, RowDetail, RowDetails, RowIcon, Rows } from '../../../panel/list/row.tsx';
import { Loading } from '../../../panel/loading/loading.tsx';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { Quiet } from '../../../panel/quiet.tsx';
import { useSubmit } from '../../../panel/use-submit.ts';
import { MakingDialog } from '../../../ui/form/making-dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Card, Title } from '../../../ui/layout/layout.tsx';
import { CopyField } from '../../../ui/parts/copy.tsx';
import { Status } from '../../../ui/parts/status.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import type { ListedRecord } from '../model/record.ts';
import { pathOf } from '../use-record-actions.ts';
import { RecordLinkForm } from './record-link-form.tsx';

type RecordLink = Answer<'listRecordLinks'>['items'][number];

const atOnce = 20;

/** Links by which people without an account watch the recording. */
export function RecordLinks({ record }: { record: ListedRecord }) {
  const text = useText('recordLinks');
  const api = useApi();
  const [shown, setShown] = useState(atOnce);
  const [isMaking, setMaking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useLoaded({
    key: ['record links', record.id, shown],
    load: () => api.listRecordLinks({ ...pathOf(record), query: { limit: shown } }),
  });
  const { ask, asked } = useQuestion();
  const revoke = useSubmit(
    async (recordLinkId: string) => {
      await api.revokeRecordLink({ ...pathOf(record), recordLinkId });
      list.reload();
    },
    { forbidden: text.forbidden },
  );
  const confirmRevoking = ({ id, note }: RecordLink): void =>
    ask({
      title: text.revokeTitle(plainName(note ?? text.anyone)),
      text: text.revokeText,
      yes: text.revoke,
      act: () => void revoke.run(id),
      returnTo: () => button.current,
    });
  return (
    <section aria-label={text.title}>
      <Title mt="lg" mb="sm">
        {text.title}
      </Title>
      <Quiet>{text.about}</Quiet>
      <Button
        ref={button}
        my="md"
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setMaking(true)}
      >
        {text.create}
      </Button>
      <ProblemLine of={revoke} />
      <Loading of={list} isPart>
        {({ items, total }) =>
          items.length > 0 && (
            <Card>
              <Rows label={text.title} isBehind={list.isBehind}>
                {items.map((link) => (
                  <LinkRow key={link.id} link={link} onRevoke={() => confirmRevoking(link)} />
                ))}
              </Rows>
              {total > items.length && (
                <Button variant="subtle" onClick={() => setShown(shown + 10 * atOnce)}>
                  {text.more}
                </Button>
              )}
            </Card>
          )
        }
      </Loading>
      <MakingDialog<string>
        isOpen={isMaking}
        title={text.create}
        another={text.another}
        onClose={() => setMaking(false)}
        onMade={list.reload}
        form={(onMade) => (
          <RecordLinkForm record={record} onCancel={() => setMaking(false)} onMade={onMade} />
        )}
        made={(url) => (
          <>
            <Quiet>{text.once}</Quiet>
            <CopyField value={url} label={text.address} />
          </>
        )}
      />
      {asked}
    </section>
  );
}

function LinkRow({ link, onRevoke }: { link: RecordLink; onRevoke: () => void }) {
  const text = useText('recordLinks');
  const { note, createdBy, expiresAt, revokedAt, lastOpenedAt, isDownloadAllowed } = link;
  const name = note ?? text.anyone;
  const isExpired = Date.parse(expiresAt) <= Date.now();
  return (
    <Row
      lead={<RowIcon icon={IconLink} />}
      name={name}
      isFaded={revokedAt !== null || isExpired}
      about={
        <RowDetails>
          {createdBy && text.by(plainName(createdBy.name))}
          {isDownloadAllowed && text.withDownload}
          <RowDetail>
            {lastOpenedAt ? (
              <>
                {text.opened} <TimeAgo at={lastOpenedAt} />
              </>
            ) : (
              text.neverOpened
            )}
          </RowDetail>
        </RowDetails>
      }
      meta={
        revokedAt !== null ? (
          <Status tone="bad">{text.revoked}</Status>
        ) : (
          <span>
            {isExpired ? text.expired : text.expires} <TimeAgo at={expiresAt} />
          </span>
        )
      }
      actions={
        revokedAt === null &&
        !isExpired && (
          <Button variant="default" aria-label={text.revokeOf(plainName(name))} onClick={onRevoke}>
            {text.revoke}
          </Button>
        )
      }
    />
  );
}
