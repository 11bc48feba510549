import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { LinkButton } from '../../../ui/parts/link-button.tsx';
import { exactDurationText, shareText } from '../model/call-texts.ts';
import type { CallView } from '../model/call-view.ts';
import css from './call.module.css';

type Rule = { minShare: number; minSeconds: number };

/** The rule that decided, as a sentence. */
function useRuleText({ minShare, minSeconds }: Rule): string {
  const text = useText('callReport');
  const language = useLanguage();
  const [share, time] = [shareText(minShare, language), exactDurationText(minSeconds, language)];
  if (minShare > 0 && minSeconds > 0) return text.ruleBoth({ share, time });
  if (minShare > 0) return text.ruleShare(share);
  return minSeconds > 0 ? text.ruleSeconds(time) : text.ruleNone;
}

type Props = {
  /** Where the rule is set; undefined for people who may not change it. */
  settingsPath: string | undefined;
  /** The rule of the shown report. */
  rule: Rule;
  isBehind: boolean;
  view: CallView;
  onView: (view: CallView) => void;
};

/** Says why a person counts as present, and lets the reader try another rule. */
export function RuleLine({ settingsPath, rule, isBehind, view, onView }: Props) {
  const text = useText('callReport');
  const sentence = useRuleText(rule);
  const [isOpen, setOpen] = useState(false);
  const isTried = Object.keys(view.tried).length > 0;
  return (
    <Row
      as="section"
      gap="xs lg"
      wrap
      align="center"
      justify="between"
      mt="md"
      aria-label={text.rule}
      aria-busy={isBehind}
    >
      <Text size="md" dim pretty measure={70} className={css.ruleText} role="status">
        {sentence}{' '}
        {isTried && (
          <Text as="span" tone="warning">
            {text.ruleTried}
          </Text>
        )}
      </Text>
      <Row gap="xs" wrap hide="print">
        {isTried && (
          <Button size="compact-sm" variant="light" onClick={() => onView({ ...view, tried: {} })}>
            {text.resetRule}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text.tryRule}
        </Button>
        {settingsPath !== undefined && (
          <LinkButton size="compact-sm" variant="subtle" to={settingsPath}>
            {text.changeRule}
          </LinkButton>
        )}
      </Row>
      {isOpen && (
        <RuleForm
          rule={rule}
          onTry={(tried) => {
            setOpen(false);
            onView({ ...view, tried });
          }}
        />
      )}
    </Row>
  );
}

/** A number as people write it, also with a comma; undefined for anything else. */
function numberOf(written: string, most: number): number | undefined {
  const value = written.trim() === '' ? 0 : Number(written.trim().replace(',', '.'));
  return value >= 0 && value <= most ? value : undefined;
}

const written = (value: number): string => String(Math.round(value * 100) / 100);

function RuleForm({ rule, onTry }: { rule: Rule; onTry: (tried: Rule) => void }) {
  const text = useText('callReport');
  const [share, setShare] = useState(written(rule.minShare * 100));
  const [minutes, setMinutes] = useState(written(rule.minSeconds / 60));
  const [isTried, setTried] = useState(false);
  const [percent, length] = [numberOf(share, 100), numberOf(minutes, 1_440)];
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (percent === undefined || length === undefined) return;
    onTry({ minShare: Math.round(percent * 100) / 10_000, minSeconds: Math.round(length * 60) });
  };
  return (
    <Row as="form" gap="md" wrap align="end" mt="sm" full hide="print" noValidate onSubmit={onSubmit}>
      <TextInput
        label={text.minShare}
        inputMode="decimal"
        value={share}
        error={isTried && percent === undefined && text.wrongShare}
        onChange={(event) => setShare(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={text.minMinutes}
        inputMode="decimal"
        value={minutes}
        error={isTried && length === undefined && text.wrongMinutes}
        onChange={(event) => setMinutes(event.currentTarget.value)}
      />
      <Button type="submit">{text.apply}</Button>
    </Row>
  );
}
