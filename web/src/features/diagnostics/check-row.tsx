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
    <Row as="li" gap="md" className={css.check} data-check={name} data-status={check.status}>
      <Icon className={css.icon} size={20} aria-hidden />
      <Stack grow>
        <Row as="p" wrap justify="between" size="lg" weight={550} className={css.name}>
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
  if (check.status === 'skipped') return <p className={css.found}>{text.skips[check.reason]}</p>;
  if (check.status === 'passed') {
    const found = factsText(check.facts, text);
    return found ? (
      <details className={css.found}>
        <summary className={css.details}>{text.details}</summary>
        <p className={css.fact}>{found}</p>
      </details>
    ) : null;
  }
  if (check.status !== 'failed') return null;
  const { title, advice } = text.failures[check.failure];
  return (
    <>
      <p className={css.failure}>{title}</p>
      <p className={css.found}>{advice}</p>
    </>
  );
}
