import { shownEmail } from '../../../../../contract/email.ts';
import type { ReportRow } from '../../../../../contract/operations/reports.ts';
import { useText } from '../../../i18n/language.ts';
import { Grid, Row, Text } from '../../../ui/layout/layout.tsx';
import type { Attendee } from '../model/person-rows.ts';
import css from './person.module.css';

type Fact = readonly [name: string, value: string | null];

/** The identity of the person and where they came from; facts that are not known are left out. */
export function PersonFacts({ attendee }: { attendee: Attendee }) {
  const text = useText('callPerson');
  const { row, externalUserId } = attendee;
  if (!row) return <Facts title={text.person} facts={[[text.id, externalUserId]]} />;
  const { deviceType, platform, platformVersion, browser, browserVersion } = row;
  const device = [
    (deviceType === 'desktop' || deviceType === 'mobile' || deviceType === 'tablet') && text[deviceType],
    [platform, platformVersion].filter(Boolean).join(' '),
    [browser, browserVersion].filter(Boolean).join(' '),
  ].filter(Boolean);
  return (
    <>
      <Facts
        title={text.person}
        facts={[
          [text.id, externalUserId],
          [text.meeting, row.externalMeetingId],
          [text.role, row.role === 'moderator' ? text.moderator : text.user],
          [text.email, row.email && shownEmail(row.email)],
          [text.phone, row.phone],
          [text.device, device.join(', ')],
          [text.referer, row.referer],
          [text.campaign, campaignOf(row)],
          [text.ip, row.ip],
        ]}
      />
      <Facts title={text.answers} facts={Object.entries(row.fields)} />
      <Facts title={text.polls} facts={row.polls.map(({ question, answer }) => [question, answer])} />
    </>
  );
}

const campaignOf = ({ utmSource, utmMedium, utmCampaign, utmContent, utmTerm }: ReportRow): string =>
  [utmSource, utmMedium, utmCampaign, utmContent, utmTerm].filter((part) => part !== null).join(', ');

type FactsProps = { title: string; facts: readonly Fact[]; isWide?: boolean };

/** Facts in one column, or short ones in as many as the dialog is wide. */
export function Facts({ title, facts, isWide }: FactsProps) {
  // Two polls may have the same question, so a fact has a number, too.
  const known = facts
    .map(([name, value], number) => ({ name, value, key: `${number} ${name}` }))
    .filter(({ value }) => value !== null && value !== '');
  if (known.length === 0) return null;
  return (
    <section>
      <Text as="h3" mb="sm" size="md" weight={600}>
        {title}
      </Text>
      <Grid as="dl" className={css.facts} data-wide={isWide}>
        {known.map(({ name, value, key }) => (
          <Row key={key} gap="md" justify="between" size="md">
            <Text as="dt" dim breaks fixed className={css.name}>
              <bdi>{name}</bdi>
            </Text>
            <Text as="dd" breaks tabular className={css.value}>
              <bdi>{value}</bdi>
            </Text>
          </Row>
        ))}
      </Grid>
    </section>
  );
}
