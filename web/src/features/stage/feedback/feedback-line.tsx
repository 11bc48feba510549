import { VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useGestures } from '../../../room/room-parts.tsx';
import { useSidePanelControl } from '../../../room/side-panel-context.ts';
import { Pill, Row, Text } from '../../../ui/layout/layout.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useOwnPerson } from '../call-context.ts';
import css from './feedback-line.module.css';
import { iconOf, useFeedback } from './use-feedback.ts';

/** Above the tiles: for moderators the counts, for others their own answer. It covers no tile. */
export function FeedbackLine({ isOwnLine = false }: { isOwnLine?: boolean }) {
  const text = useText('feedback');
  const isModerator = useOwnPerson().role === 'moderator';
  const { feedback } = useGestures();
  const mine = useStore(feedback.mine);
  const { counts } = useFeedback();
  const isShown = isModerator ? counts.length > 0 : mine !== null;
  return (
    <>
      {isShown && (
        <Row
          fixed
          align="center"
          justify="center"
          className={css.line}
          data-own-line={isOwnLine || undefined}
        >
          {isModerator ? <Counts /> : <Own />}
        </Row>
      )}
      {/* The menu of a phone closes with a choice. */}
      <VisuallyHidden role="status">{mine && text.own(text[mine])}</VisuallyHidden>
    </>
  );
}

function Counts() {
  const text = useText('feedback');
  const panel = useSidePanelControl();
  const { counts } = useFeedback();
  const spoken = counts.map(({ answer, count }) => text.count({ answer: text[answer], count })).join(', ');
  return (
    <LineButton label={text.counts(spoken)} onClick={() => panel.show('people')}>
      {counts.map(({ answer, count }) => {
        const Icon = iconOf[answer];
        return (
          <Row as="span" key={answer} inline align="center" gap="xs">
            <Icon size={16} className={css.icon} aria-hidden />
            <Text as="span" tabular>
              {count}
            </Text>
          </Row>
        );
      })}
    </LineButton>
  );
}

function Own() {
  const text = useText('feedback');
  const { feedback } = useGestures();
  const mine = useStore(feedback.mine);
  if (mine === null) return null;
  const Icon = iconOf[mine];
  return (
    <LineButton label={text.takeBack(text[mine])} onClick={() => void feedback.takeBack()}>
      <Icon size={16} className={css.icon} aria-hidden />
      <span className={css.words}>{text.own(text[mine])}</span>
      <IconX size={14} className={css.end} aria-hidden />
    </LineButton>
  );
}

type ButtonProps = { label: string; onClick: () => void; children: ReactNode };

const LineButton = ({ label, ...rest }: ButtonProps) => (
  <Pill
    {...rest}
    size="md"
    weight={550}
    ground="stage-raised"
    hover="fill"
    aria-label={label}
    title={label}
  />
);
