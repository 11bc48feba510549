import { Checkbox } from '@mantine/core';
import { useId, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import type { DiagnosticsState } from '../../models/diagnostics/diagnostics.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { CopyText } from '../../ui/parts/copy.tsx';
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
    <Text as="section" full aria-labelledby={id}>
      <Text as="h2" size="xl" weight={600} id={id}>
        {text.reportTitle}
      </Text>
      <Text mt="xs" size="md" dim breaks pretty>
        {text.reportText}
      </Text>
      <Text
        as="textarea"
        full
        p="md"
        mt="md"
        mb="md"
        size="sm"
        mono
        tone="text"
        frame="line-strong"
        ground="surface"
        aria-label={text.reportTitle}
        readOnly
        rows={14}
        value={report}
      />
      <Row wrap align="center" gap="md xl">
        <CopyText value={report} label={text.copy} words={text.copy} />
        <Checkbox
          label={text.addresses}
          checked={withAddresses}
          onChange={(event) => setWithAddresses(event.currentTarget.checked)}
        />
      </Row>
    </Text>
  );
}
