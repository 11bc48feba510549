import { Button, FileButton, Progress, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { generateAccess } from '../../../../../../contract/limits.generated.ts';
import { useText } from '../../../../i18n/language.ts';
import { DialogForm } from '../../../../ui/form/dialog-form.tsx';
import { Options } from '../../../../ui/form/options.tsx';
import { Row, Text } from '../../../../ui/layout/layout.tsx';
import { Name } from '../../../../ui/parts/name.tsx';
import table from '../../../../ui/parts/plain-table.module.css';
import { Quiet } from '../../../quiet.tsx';
import css from '../../links.module.css';
import type { AccessLink, SharedRoom } from '../../shared-room.ts';
import { Lifetime } from '../link-form.tsx';
import { decodeText, type FileFault } from '../model/decode.ts';
import { usualLinkLifetime } from '../model/link-form.ts';
import { type ListedPerson, parsePeople, type RowFault } from '../model/parse-people.ts';
import type { MadeList } from './list-made.tsx';
import { useListCreation } from './use-list-creation.ts';

type Props = { room: SharedRoom; onClose: () => void; onMade: (list: MadeList) => void };

/** Creates a link for each person of a list that is typed, pasted from a spreadsheet or read from a CSV file. */
export function ListForm({ room, onClose, onMade }: Props) {
  const text = useText('invite');
  const [written, setWritten] = useState('');
  const [isFromFile, setFromFile] = useState(false);
  const [fileFault, setFileFault] = useState<FileFault>();
  const [lasts, setLasts] = useState(usualLinkLifetime);
  const [isTried, setTried] = useState(false);
  const list = useMemo(() => parsePeople(written), [written]);
  const creation = useListCreation({ room, list, lasts });
  const { people } = list;
  const faults = [...list.faults, ...creation.faults];
  const count = people.length - (creation.keeps ? creation.known.size : 0);
  const isMissing = isTried && people.length === 0;

  function change(value: string): void {
    setWritten(value);
    setFromFile(false);
    creation.forget();
  }

  async function read(file: File | null): Promise<void> {
    if (!file) return;
    const found = decodeText(new Uint8Array(await file.arrayBuffer()));
    setFileFault('fault' in found ? found.fault : undefined);
    if (!('text' in found)) return;
    change(found.text);
    setFromFile(true);
  }

  async function create(): Promise<void> {
    setTried(true);
    if (people.length === 0 || faults.length > 0) return;
    const made = await creation.create();
    if (made) onMade({ people: made, delimiter: isFromFile ? list.delimiter : undefined });
  }

  return (
    <DialogForm
      submit={people.length > 0 ? text.makeLinks(count) : text.makeNoLinks}
      isBusy={creation.isBusy}
      trouble={creation.trouble}
      onSubmit={() => void create()}
      onCancel={onClose}
    >
      <Textarea
        label={text.people}
        description={text.peopleHint}
        placeholder={text.peoplePlaceholder}
        value={written}
        error={isMissing && text.peopleMissing}
        rows={6}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        disabled={creation.isBusy}
        classNames={{ input: css.list }}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Row align="center">
        <FileButton accept=".csv,.txt,.tsv,text/csv,text/plain" onChange={(file) => void read(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="sm"
              leftSection={<IconFileUpload size={18} aria-hidden />}
              disabled={creation.isBusy}
            >
              {text.chooseFile}
            </Button>
          )}
        </FileButton>
      </Row>
      {fileFault && (
        <Text role="alert" size="md" tone="danger">
          {text[fileFault]}
        </Text>
      )}
      {faults.length > 0 && <FaultList faults={faults} />}
      {people.length > 0 && <PeopleTable people={people} known={creation.known} />}
      {creation.known.size > 0 && (
        <Options
          label={text.known(creation.known.size)}
          value={creation.keeps ? 'keep' : 'again'}
          options={[
            { value: 'keep', label: text.keep, text: text.keepHint },
            { value: 'again', label: text.again, text: text.againHint },
          ]}
          onChange={(choice) => creation.setKeeps(choice === 'keep')}
        />
      )}
      <Lifetime value={lasts} onChange={setLasts} />
      {creation.isBusy && (
        <div>
          <Progress value={(creation.done / Math.max(1, count)) * 100} aria-label={text.progress} />
          <Text size="md" dim role="status">
            {text.created({ done: creation.done, all: count })}
          </Text>
        </div>
      )}
    </DialogForm>
  );
}

/** More are only counted. */
const mostShown = 20;

/** The problems of a list by row: no link is created before they are corrected. */
function FaultList({ faults }: { faults: readonly RowFault[] }) {
  const text = useText('invite');
  const links = useText('links');
  const nameLong = useText('saving').tooLong(generateAccess.username);
  const bad: Record<RowFault['of'], string> = {
    username: nameLong,
    externalUserId: links.idBad,
    email: links.emailBad,
    phone: links.phoneBad,
    role: text.roleBad,
    file: text.quote,
  };
  const wordsOf = ({ of, fault }: RowFault): string => {
    if (fault === 'missing') return links.nameMissing;
    if (fault === 'long') return nameLong;
    return fault === 'bad' ? bad[of] : text[fault];
  };
  return (
    <Text as="div" role="alert" size="md" tone="danger">
      <Text weight={600}>{text.faults(faults.length)}</Text>
      <ul className={css.faults}>
        {faults.slice(0, mostShown).map((fault) => (
          <li key={`${fault.row} ${fault.of} ${fault.fault}`}>
            {text.row(fault.row)} {wordsOf(fault)}
          </li>
        ))}
      </ul>
    </Text>
  );
}

const mostPeopleShown = 30;

type TableProps = { people: readonly ListedPerson[]; known: ReadonlyMap<number, AccessLink> };

function PeopleTable({ people, known }: TableProps) {
  const text = useText('invite');
  const links = useText('links');
  return (
    <Text as="section" p="0 md" frame="line" aria-label={text.preview(people.length)}>
      <Text as="table" size="sm" full className={table.table}>
        <Text as="caption" p="sm 0" dim>
          {text.preview(people.length)}
        </Text>
        <thead>
          <tr>
            <th scope="col">{links.name}</th>
            <th scope="col">{text.details}</th>
            <th scope="col">{links.role}</th>
          </tr>
        </thead>
        <tbody>
          {people.slice(0, mostPeopleShown).map(({ row, username, externalUserId, email, phone, role }) => (
            <tr key={row}>
              <td>
                <Name>{username}</Name>
                {known.has(row) && (
                  <Text as="span" size="md" dim>
                    {text.hasLink}
                  </Text>
                )}
              </td>
              <td>{[externalUserId, email, phone].filter(Boolean).join(', ')}</td>
              <td>{links[role]}</td>
            </tr>
          ))}
        </tbody>
      </Text>
      {people.length > mostPeopleShown && <Quiet>{text.more(people.length - mostPeopleShown)}</Quiet>}
    </Text>
  );
}
