import type { ReactNode, Ref } from 'react';
import { timeOfDay } from '../../../i18n/formats.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { MarkedText, useMarked } from '../../../ui/message/marked.tsx';
import { exactTime } from '../../../ui/times.ts';
import css from './questions.module.css';

type Props = {
  name: string;
  askedAt: string;
  /** After the time. */
  about?: ReactNode;
  text: string;
  isOpen: boolean;
  /** In the corner. */
  menu?: ReactNode;
  /** Gets the focus when a button of the card is gone. */
  heading?: Ref<HTMLHeadingElement> | undefined;
  children?: ReactNode;
};

/** One question: who asked and when, the text, and below it the answer. */
export function QuestionCard({ name, askedAt, about, text, isOpen, menu, heading, children }: Props) {
  const language = useLanguage();
  const at = new Date(askedAt);
  return (
    <Stack
      as="article"
      fixed
      p="sm md md"
      frame="line"
      ground="surface"
      className={css.card}
      data-open={isOpen || undefined}
    >
      <Row as="header" align="center" gap="sm" tall={36} className={css.head}>
        <Row as="span" grow align="center" gap="sm">
          <Text
            as="h3"
            size="md"
            weight={650}
            truncate
            ref={heading}
            tabIndex={-1}
            className={css.name}
            title={name}
          >
            <bdi>{name}</bdi>
          </Text>
          <Text as="time" fixed size="xs" dim tabular dateTime={askedAt} title={exactTime(at, language)}>
            {timeOfDay(at, language)}
          </Text>
          {about}
        </Row>
        {menu}
      </Row>
      <Words>{text}</Words>
      {children}
    </Stack>
  );
}

function Words({ children }: { children: string }) {
  const { hasBlock } = useMarked(children);
  return (
    // A paragraph cannot contain a block.
    <Text as={hasBlock ? 'div' : 'p'} size="lg" breaks lines dir="auto">
      <MarkedText text={children} />
    </Text>
  );
}

/** The answer with a line above it that says to whom. */
export function AnswerText({ label, children }: { label: string; children: string }) {
  return (
    <Stack mt="sm" gap="xs" p="sm md" radius="md" ground="accent-soft">
      <Text size="sm" weight={600} tone="accent">
        {label}
      </Text>
      <Words>{children}</Words>
    </Stack>
  );
}

/** The state of a question without a written answer. */
export const QuestionState = ({ children }: { children: string }) => (
  <Text mt="sm" size="sm" dim>
    {children}
  </Text>
);
