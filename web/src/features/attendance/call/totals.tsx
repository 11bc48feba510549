import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { Figures } from '../../../panel/report/figures.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { type Attendee, figuresOf } from '../model/person-rows.ts';

/** More names would push the figures out of view; the table shows all of them. */
const mostNames = 12;

type Props = { report: AttendanceReport; attendees: readonly Attendee[]; onShowMissing: () => void };

export function Totals({ report, attendees, onShowMissing }: Props) {
  const text = useText('callReport');
  const language = useLanguage();
  const { mostPeople } = report.totals;
  const written = (count: number): string => numberFormat(language).format(count);
  const { expected, present, brief, moderators } = figuresOf(attendees);
  const missing = attendees.filter(({ presence, isApart }) => presence === 'missing' && !isApart);
  const { isFinal } = report;
  const notPresent = [
    ...(brief > 0 ? [(isFinal ? text.briefCount : text.briefSoFarCount)(brief)] : []),
    ...(missing.length > 0 ? [(isFinal ? text.missingCount : text.missingSoFarCount)(missing.length)] : []),
  ];
  const figures = [
    { name: text.present, value: written(present), about: text.ofExpected(written(expected)) },
    {
      name: text.notPresent,
      value: written(expected - present),
      about: notPresent.join(', '),
    },
    {
      name: text.people,
      value: written(present + brief),
      about: moderators > 0 ? text.andModerators(moderators) : undefined,
    },
    { name: text.mostPeople, value: written(mostPeople) },
  ];
  return (
    <Figures label={text.totals} figures={figures}>
      {missing.length > 0 && (
        <Text size="md" breaks p="md lg" rule="top">
          <Text as="strong" weight={600}>
            {isFinal ? text.missing : text.missingSoFar}
          </Text>{' '}
          {missing.slice(0, mostNames).map(({ key, name }, index) => (
            <span key={key}>
              {index > 0 && ', '}
              <bdi>{plainName(name ?? '')}</bdi>
            </span>
          ))}
          {missing.length > mostNames && (
            <>
              {' '}
              <Text as="button" tone="accent" underline="always" onClick={onShowMissing}>
                {text.missingMore(missing.length - mostNames)}
              </Text>
            </>
          )}
        </Text>
      )}
    </Figures>
  );
}
