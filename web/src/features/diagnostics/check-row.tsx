import { IconAlertTriangle, IconCheck, IconCircleDashed, IconLoader2, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/language.ts';
import type { Texts } from '../../i18n/texts.ts';
import type { CheckName, CheckState } from '../../models/diagnostics/checks.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import css from './diagnostics.module.css';
import { factsText } from './report.ts';

const icons = {
  waiting: IconCircleDashed,
  running: IconLoader2,
  passed: IconCheck,
  failed: IconAlertTriangle,
  skipped: IconMinus,
} as const;

type Props = { name: CheckName; check: CheckState; children?: ReactNode };

/** One check: its state, what was found, and what the person can do. */
export function CheckRow({ name, check, children }: Props) {
  const text = useText('diagnostics');
  const Icon = icons[check.status];
  return (
    <Row as="li" gap="md" p="md lg" className={css.check} data-check={name} data-status={check.status}>
      <Icon className={css.icon} size={20} aria-hidden />
      <Stack grow>
        <Row as="p" wrap justify="between" size="lg" weight={550} gap="0 lg">
          <span>{text.names[name]}</span>
          <Text as="span" size="md" weight={400} dim>
            {text.states[check.status]}
          </Text>
        </Row>
        <Found check={check} text={text} />
        {children}
      </Stack>
    </Row>
  );
}

function Found({ check, text }: { check: CheckState; text: Texts['diagnostics'] }) {
  if (check.status === 'skipped')
    return (
      <Text mt="xs" size="md" dim breaks pretty>
        {text.skips[check.reason]}
      </Text>
    );
  if (check.status === 'passed') {
    const found = factsText(check.facts, text);
    return found ? (
      <details>
        <summary>{text.details}</summary>
        <Text>{found}</Text>
      </details>
    ) : null;
  }
  if (check.status !== 'failed') return null;
  const { title, advice } = text.failures[check.failure];
  return (
    <>
      <Text mt="xs" size="md" weight={550} tone="warning" breaks pretty>
        {title}
      </Text>
      <Text mt="xs" size="md" dim breaks pretty>
        {advice}
      </Text>
    </>
  );
}
