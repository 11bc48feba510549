import type { ComponentType, ReactNode } from 'react';
import type { PagePart } from '../faults/report.ts';

/** A part of the side panel that some feature brings: the stage shows it, its button and its key. */
export type SidePanelTab = {
  id: PagePart;
  /** Its key, by place on the keyboard, and as it is written. */
  code?: string;
  shortcut?: string;
  Icon: ComponentType<{ size: number }>;
  title: string;
  /** What waits there, as a number on the button; undefined for nothing. */
  useCount: () => number | undefined;
  /** The number asks to be looked at; otherwise it only counts. */
  isUrgent?: boolean;
  /** What the number counts, where the title does not say it. */
  countWords?: ((count: number) => string) | undefined;
  /** Beside the title, for what belongs to the whole part. */
  tools?: ReactNode;
  body: (onClose: () => void) => ReactNode;
};

/** What other features put on the stage. The page composes them; the stage knows none of them. */
export type MeetingParts = {
  sides: readonly SidePanelTab[];
  /** Always there, whatever is open: what flies over the faces, what is heard or read out. */
  Over?: ComponentType;
};
