import { Button } from '@mantine/core';
import { IconDownload, IconMail, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { csvSeparators } from '../../../../../../contract/csv.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { nameOfSavedFile } from '../../../../kit/file-name.ts';
import { plainName } from '../../../../kit/plain-name.ts';
import { Row, Stack, Text } from '../../../../ui/layout/layout.tsx';
import { lazily } from '../../../../ui/lazily.ts';
import { CopyIcon, CopyText } from '../../../../ui/parts/copy.tsx';
import { Name } from '../../../../ui/parts/name.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { ProblemLine } from '../../../problem-line.tsx';
import { Quiet } from '../../../quiet.tsx';
import { csvSeparatorFor } from '../../../report/file-query.ts';
import { useOptions } from '../../../support/use-options.ts';
import { Entries, Entry } from '../../entries.tsx';
import type { SharedRoom } from '../../shared-room.ts';
import { linksFile, type PersonWithLink } from '../model/links-file.ts';
import type { Delimiter } from '../model/parse-people.ts';
import { useListSending } from './use-list-sending.ts';

const qr = lazily(() => import('../qr-sheet.tsx'));

/** The links of a list, and the delimiter of the file that it came from. */
export type MadeList = { people: PersonWithLink[]; delimiter: Delimiter | undefined };

/** The links of a list, to download, print, send by email, or copy one by one. */
export function ListMade({ people, delimiter, room }: MadeList & { room: SharedRoom }) {
  const text = useText('invite');
  const links = useText('links');
  const language = useLanguage();
  const [isPrinting, setPrinting] = useState(false);
  const name = plainName(room.name);
  const isNew = people.filter((person) => person.isNew).length;
  const kept = people.length - isNew;
  const download = (): void =>
    saveFile(
      linksFile(people, delimiter ?? csvSeparators[csvSeparatorFor(language)]),
      nameOfSavedFile({ name, at: new Date().toISOString() }, 'csv'),
    );
  return (
    <>
      <Quiet>
        {text.listMade(isNew)}
        {kept > 0 && ` ${text.listKept(kept)}`}
      </Quiet>
      <Row gap="sm" wrap align="center">
        <Button data-autofocus leftSection={<IconDownload size={18} aria-hidden />} onClick={download}>
          {text.download}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => void qr.load().then(() => setPrinting(true))}
        >
          {text.printCards}
        </Button>
        <CopyText
          value={people.map(({ username, url }) => `${username}\t${url}`).join('\n')}
          label={text.copyAll}
          words={text.copyAll}
        />
      </Row>
      <SendAll people={people} room={room} />
      <Entries label={links.links}>
        {people.map(({ row, username, url }) => (
          <Entry key={row}>
            <Name>{username}</Name>
            <CopyIcon kind="link" value={url} label={links.copyLink(plainName(username))} />
          </Entry>
        ))}
      </Entries>
      {isPrinting && <Printed people={people} roomName={name} onDone={() => setPrinting(false)} />}
    </>
  );
}

/** Sends the links to everyone with an email address; nothing if the installation sends no email. */
function SendAll({ people, room }: { people: MadeList['people']; room: SharedRoom }) {
  const text = useText('invite');
  const options = useOptions().value;
  const { request, all, sent, failed } = useListSending(room, people);
  const isOver = sent + failed.length === all;
  if (!options?.sendsMail || all === 0) return null;
  return (
    <Stack gap="sm" align="start">
      {!isOver && (
        <Button
          variant="default"
          leftSection={<IconMail size={18} aria-hidden />}
          loading={request.isBusy}
          onClick={() => void request.run()}
        >
          {text.sendAll(all - sent - failed.length)}
        </Button>
      )}
      <ProblemLine of={request} />
      <Text size="md" dim={!isOver} role="status">
        {(request.isBusy || sent > 0) && (isOver ? text.sentAll(sent) : text.sentOf({ done: sent, all }))}
      </Text>
      {failed.length > 0 && (
        <Text size="md" tone="danger">
          {text.notSent} <Names of={failed} />
        </Text>
      )}
    </Stack>
  );
}

const Names = ({ of }: { of: readonly PersonWithLink[] }) => (
  <>
    {of.map(({ row, username }, at) => (
      <span key={row}>
        {at > 0 && ', '}
        <Name>{username}</Name>
      </span>
    ))}
  </>
);

type PrintedProps = { people: MadeList['people']; roomName: string; onDone: () => void };

function Printed(props: PrintedProps) {
  const QrCards = qr.usePart()?.QrCards;
  return QrCards ? <QrCards {...props} /> : null;
}
