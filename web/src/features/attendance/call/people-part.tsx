import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { readStored, writeStored } from '../../../kit/storage.ts';
import { SearchField } from '../../../panel/list/search-field.tsx';
import type { TimeRange } from '../../../panel/report/curve-points.ts';
import { ReportPart } from '../../../panel/report/report-part.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { Card, Row, Text } from '../../../ui/layout/layout.tsx';
import { type CallView, groupsShown, searchedBy, sortBy } from '../model/call-view.ts';
import { type Column, readColumns } from '../model/columns.ts';
import type { Attendee } from '../model/person-rows.ts';
import { ColumnChoice } from './column-choice.tsx';
import { NobodyShown } from './nobody-shown.tsx';
import { PeopleTable } from './people-table.tsx';

const storageKey = 'lectern.call-columns';

type Props = {
  attendees: readonly Attendee[];
  /** Those found by the filters, sorted. */
  shown: readonly Attendee[];
  range: TimeRange;
  view: CallView;
  isPrinting: boolean;
  onView: (view: CallView) => void;
  onOpen: (key: string) => void;
};

/** The table of people with its search, filter and columns. */
export function PeoplePart({ attendees, shown, range, view, isPrinting, onView, onOpen }: Props) {
  const text = useText('callReport');
  const language = useLanguage();
  const [columns, setColumns] = useState(() => readColumns(readStored(storageKey) ?? null));
  const choose = (next: readonly Column[]): void => {
    setColumns(next);
    writeStored(storageKey, next.join(','));
  };
  const names = {
    ...{ present: text.showPresent, absent: text.showAbsent, missing: text.showMissing },
    moderators: text.showModerators,
  };
  const hasModerators = attendees.some(({ isApart }) => isApart);
  const count = (people: readonly Attendee[]): string => numberFormat(language).format(people.length);
  return (
    <ReportPart
      id="people"
      title={text.table}
      beside={
        <Text size="md" dim tabular role="status">
          {shown.length < attendees.length
            ? text.found({ shown: count(shown), total: count(attendees) })
            : count(attendees)}
        </Text>
      }
      mt="xl"
    >
      <Row gap="sm" wrap align="center" mb="md" hide="print">
        <SearchField
          label={text.search(searchedBy(attendees))}
          value={view.search}
          onChange={(search) => onView({ ...view, search })}
        />
        <Choice
          label={text.show}
          icon={<IconFilter size={18} />}
          value={view.group ?? ''}
          options={[
            { value: '', label: text.everyone },
            ...groupsShown
              .filter((group) => group !== 'moderators' || hasModerators)
              .map((group) => ({ value: group, label: names[group] })),
          ]}
          onChange={(wanted) => onView({ ...view, group: groupsShown.find((group) => group === wanted) })}
        />
        <ColumnChoice columns={columns} onChange={choose} />
      </Row>
      <Card>
        {shown.length > 0 ? (
          <PeopleTable
            shown={shown}
            columns={columns}
            range={range}
            view={view}
            isPrinting={isPrinting}
            onSort={(column) => onView(sortBy(view, column))}
            onOpen={onOpen}
          />
        ) : (
          <NobodyShown
            isEmpty={attendees.length === 0}
            onShowAll={() => onView({ ...view, search: '', group: undefined })}
          />
        )}
      </Card>
    </ReportPart>
  );
}
