import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { csvSeparators } from '../../../../../../contract/csv.ts';
import { useLanguage, useText } from '../../../../i18n/language.ts';
import { plainName } from '../../../../kit/plain-name.ts';
import { Row } from '../../../../ui/layout/layout.tsx';
import { lazily } from '../../../../ui/lazily.ts';
import { CopyIcon, CopyText } from '../../../../ui/parts/copy.tsx';
import { Name } from '../../../../ui/parts/name.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { Quiet } from '../../../quiet.tsx';
import { nameOfReportFile } from '../../../report/file-name.ts';
import { csvSeparatorFor } from '../../../report/file-query.ts';
import { Entries, Entry } from '../../entries.tsx';
import type { SharedRoom } from '../../shared-room.ts';
import { linksFile, type PersonWithLink } from '../model/links-file.ts';
import type { Delimiter } from '../model/parse-people.ts';

const qr = lazily(() => import('../qr-sheet.tsx'));

/** The links of a list, and the delimiter of the file that it came from. */
export type MadeList = { people: PersonWithLink[]; delimiter: Delimiter | undefined };

/** The links of a list, to download, print, or copy one by one. */
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
      nameOfReportFile({ name, startedAt: new Date().toISOString() }, 'csv'),
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

type PrintedProps = { people: MadeList['people']; roomName: string; onDone: () => void };

function Printed(props: PrintedProps) {
  const QrCards = qr.usePart()?.QrCards;
  return QrCards ? <QrCards {...props} /> : null;
}
