import { VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { PartBoundary } from '../../faults/part-boundary.tsx';
import { useText } from '../../i18n/language.ts';
import type { SidePanelTab } from '../../room/meeting-parts.ts';
import { moveFocus } from '../../ui/move-focus.ts';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { BrokenButton } from './bar/broken-controls.tsx';
import css from './side-panel.module.css';

type Props = {
  sides: readonly SidePanelTab[];
  open: SidePanelTab;
  /** On a phone it is below the video instead of covering the page. */
  isDocked?: boolean;
  onShow: (id: string) => void;
  onClose: () => void;
};

/** The side panel. On a wide stage it is beside the tiles, on a phone it covers the page. */
export function SidePanel({ sides, open, isDocked, onShow, onClose }: Props) {
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
    <aside className={css.panel} data-docked={isDocked || undefined} aria-label={title} onKeyDown={onKeyDown}>
      <header className={css.head}>
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
        <IconButton size={44} className={css.close} aria-label={text.close} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </IconButton>
      </header>
      <div key={open.id} id={bodyId} role="tabpanel" aria-label={title} className={css.body}>
        <PartBoundary part={open.id}>
          <Body side={open} onClose={onClose} />
        </PartBoundary>
      </div>
    </aside>
  );
}

function Body({ side, onClose }: { side: SidePanelTab; onClose: () => void }) {
  return side.body(onClose);
}

type TabsProps = Omit<Props, 'onClose' | 'isDocked'> & { bodyId: string };

function Tabs({ sides, open, bodyId, onShow }: TabsProps) {
  return (
    <div role="tablist" className={css.tabs} onKeyDown={(event) => moveFocus(event)?.click()}>
      {sides.map((side) => (
        <Tab key={side.id} side={side} isOpen={side === open} bodyId={bodyId} onShow={onShow} />
      ))}
    </div>
  );
}

type TabProps = { side: SidePanelTab; isOpen: boolean; bodyId: string; onShow: (id: string) => void };

function Tab(props: TabProps) {
  return (
    <PartBoundary part={props.side.id} fallback={() => <PlainTab {...props} />}>
      <CountedTab {...props} />
    </PartBoundary>
  );
}

function CountedTab(props: TabProps) {
  return <PlainTab {...props} count={props.side.useCount()} />;
}

function PlainTab({ side, isOpen, bodyId, onShow, count }: TabProps & { count?: number | undefined }) {
  const { title } = side;
  const countLabel = count === undefined ? undefined : side.countLabel?.(count);
  return (
    <button
      type="button"
      role="tab"
      className={css.tab}
      aria-selected={isOpen}
      aria-controls={isOpen ? bodyId : undefined}
      tabIndex={isOpen ? 0 : -1}
      onClick={() => onShow(side.id)}
    >
      {title}
      {count !== undefined && (
        <span
          className={css.count}
          data-urgent={side.isUrgent || undefined}
          aria-hidden={countLabel !== undefined}
        >
          {count > 999 ? '999+' : count}
        </span>
      )}
      {countLabel && <VisuallyHidden>{`, ${countLabel}`}</VisuallyHidden>}
    </button>
  );
}
