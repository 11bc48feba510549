import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import { numberFormat } from '../../../i18n/formats.ts';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { plainName } from '../../../kit/plain-name.ts';
import { Card, Grid, Stack, Text } from '../../../ui/layout/layout.tsx';
import { type Attendee, figuresOf } from '../model/person-rows.ts';
import css from './call.module.css';

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
    { name: text.present, value: present, about: text.ofExpected(written(expected)) },
    {
      name: text.notPresent,
      value: expected - present,
      about: notPresent.join(', '),
    },
    {
      name: text.people,
      value: present + brief,
      about: moderators > 0 ? text.andModerators(moderators) : undefined,
    },
    { name: text.mostPeople, value: mostPeople },
  ];
  return (
    <Card>
      <Grid as="dl" className={css.totals} aria-label={text.totals}>
        {figures.map(({ name, value, about }) => (
          <div key={name} className={css.figure}>
            <Text as="dt" size="sm" dim>
              {name}
            </Text>
            <Stack as="dd">
              <Text as="span" weight={650} tabular className={css.value}>
                {written(value)}
              </Text>
              {about && (
                <Text as="span" size="sm" leading={1.4} dim>
                  {about}
                </Text>
              )}
            </Stack>
          </div>
        ))}
      </Grid>
      {missing.length > 0 && (
        <Text size="md" leading={1.5} breaks className={css.missing}>
          <strong>{isFinal ? text.missing : text.missingSoFar}</strong>{' '}
          {missing.slice(0, mostNames).map(({ key, name }, index) => (
            <span key={key}>
              {index > 0 && ', '}
              <bdi>{plainName(name ?? '')}</bdi>
            </span>
          ))}
          {missing.length > mostNames && (
            <>
              {' '}
              <Text as="button" type="button" tone="accent" underline="always" onClick={onShowMissing}>
                {text.missingMore(missing.length - mostNames)}
              </Text>
            </>
          )}
        </Text>
      )}
    </Card>
  );
}
