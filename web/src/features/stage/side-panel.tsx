import { VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { PartBoundary } from '../../faults/part-boundary.tsx';
import { useText } from '../../i18n/language.ts';
import type { SidePanelTab } from '../../room/meeting-parts.ts';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import { moveFocus } from '../../ui/move-focus.ts';
import { Count } from '../../ui/parts/count.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { BrokenButton } from './bar/broken-controls.tsx';
import css from './side-panel.module.css';

type Props = {
  sides: readonly SidePanelTab[];
  open: SidePanelTab;
  /** On a phone it is below the video instead of covering the page. */
  isDocked?: boolean;
  /** Below the head: what the panel covers and everybody has to see. */
  note?: ReactNode;
  onShow: (id: string) => void;
  onClose: () => void;
};

/** The side panel. On a wide stage it is beside the tiles, on a phone it covers the page. */
export function SidePanel({ sides, open, isDocked, note, onShow, onClose }: Props) {
  const text = useText('stage');
  const { title } = open;
  const bodyId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    // Leave the focus if a part has taken it, or on a clicked tab.
    const isTaken = heading.current?.closest('aside')?.contains(document.activeElement) ?? false;
    if (shown.current !== open.id && !isTaken) heading.current?.focus();
    shown.current = open.id;
  }, [open.id]);
  const onKeyDown = (event: KeyboardEvent): void => {
    // React events of a menu bubble through the panel although it is rendered elsewhere: ignore its keys.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key === 'Escape' && isInside && !event.defaultPrevented) onClose();
  };
  return (
    // The panel handles Escape wherever inside it the focus is.
    <Stack
      as="aside"
      fixed
      mt="md"
      radius="lg"
      className={css.panel}
      data-docked={isDocked || undefined}
      aria-label={title}
      onKeyDown={onKeyDown}
    >
      <Row as="header" fixed align="center" p="sm" rule="bottom" className={css.head}>
        <VisuallyHidden ref={heading} component="h2" tabIndex={-1}>
          {title}
        </VisuallyHidden>
        <Tabs sides={sides} open={open} bodyId={bodyId} onShow={onShow} />
        <PartBoundary
          key={open.id}
          part={open.id}
          fallback={(again) => <BrokenButton part={open.id} onAgain={again} />}
        >
          {open.tools}
        </PartBoundary>
        <IconButton icon={IconX} size={44} className={css.close} aria-label={text.close} onClick={onClose} />
      </Row>
      {note}
      <Stack key={open.id} id={bodyId} role="tabpanel" aria-label={title} grow className={css.body}>
        <PartBoundary part={open.id}>{open.body}</PartBoundary>
      </Stack>
    </Stack>
  );
}

type CountedProps = {
  side: SidePanelTab;
  children: (counted: { count?: number | undefined; countLabel?: string | undefined }) => ReactNode;
};

/** Passes on the number of a part. If the part is broken there is none, and its button still opens it. */
export function Counted({ side, children }: CountedProps) {
  return (
    <PartBoundary part={side.id} fallback={() => children({})}>
      <WithCount side={side}>{children}</WithCount>
    </PartBoundary>
  );
}

function WithCount({ side, children }: CountedProps) {
  const count = side.useCount();
  return children({ count, countLabel: count === undefined ? undefined : side.countLabel?.(count) });
}

type TabsProps = Omit<Props, 'onClose' | 'isDocked' | 'note'> & { bodyId: string };

function Tabs({ sides, open, bodyId, onShow }: TabsProps) {
  return (
    <Row grow role="tablist" gap="xs" className={css.tabs} onKeyDown={(event) => moveFocus(event)?.click()}>
      {sides.map((side) => (
        <Tab key={side.id} side={side} isOpen={side === open} bodyId={bodyId} onShow={onShow} />
      ))}
    </Row>
  );
}

type TabProps = { side: SidePanelTab; isOpen: boolean; bodyId: string; onShow: (id: string) => void };

function Tab({ side, isOpen, bodyId, onShow }: TabProps) {
  return (
    <Counted side={side}>
      {({ count, countLabel }) => (
        <Row
          as="button"
          role="tab"
          align="center"
          nowrap
          size="md"
          gap="xs"
          p="0 sm"
          tall={44}
          radius="md"
          weight={550}
          dim
          className={css.tab}
          aria-selected={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          tabIndex={isOpen ? 0 : -1}
          onClick={() => onShow(side.id)}
        >
          {side.title}
          {count !== undefined && (
            <Count isUrgent={side.isUrgent} className={css.count} aria-hidden={countLabel !== undefined}>
              {count > 999 ? '999+' : count}
            </Count>
          )}
          {countLabel && <VisuallyHidden>{`, ${countLabel}`}</VisuallyHidden>}
        </Row>
      )}
    </Counted>
  );
}
