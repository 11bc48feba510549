import { Checkbox } from '@mantine/core';
import { useId, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import type { DiagnosticsState } from '../../models/diagnostics/diagnostics.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { CopyText } from '../../ui/parts/copy.tsx';
import css from './diagnostics.module.css';
import { reportText } from './report.ts';

/** The result as text that a person copies for support, and sees before. */
export function ReportCard({ checks, startedAt }: DiagnosticsState) {
  const text = useText('diagnostics');
  const id = useId();
  const [withAddresses, setWithAddresses] = useState(false);
  const { origin } = window.location;
  const { userAgent } = navigator;
  const report = reportText({ checks, startedAt, origin, userAgent, withAddresses }, text);
  return (
    <section className={css.report} aria-labelledby={id}>
      <Text as="h2" size="xl" weight={600} id={id}>
        {text.reportTitle}
      </Text>
      <p className={css.found}>{text.reportText}</p>
      <textarea className={css.text} aria-label={text.reportTitle} readOnly rows={14} value={report} />
      <Row wrap align="center" className={css.choices}>
        <CopyText value={report} label={text.copy} words={text.copy} />
        <Checkbox
          label={text.addresses}
          checked={withAddresses}
          onChange={(event) => setWithAddresses(event.currentTarget.checked)}
        />
      </Row>
    </section>
  );
}
