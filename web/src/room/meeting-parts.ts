import type { ComponentType, ReactNode } from 'react';
import type { PagePart } from '../faults/report.ts';

/** A side panel of a feature: the stage shows it, its button and its shortcut. */
export type SidePanelTab = {
  id: PagePart;
  /** The shortcut: its physical key, and how it is written. */
  code?: string;
  shortcut?: string;
  Icon: ComponentType<{ size: number; 'aria-hidden'?: boolean }>;
  title: string;
  /** The number on the button; undefined for none. */
  useCount: () => number | undefined;
  /** True if the number asks for attention; otherwise it only counts. */
  isUrgent?: boolean;
  /** Names the things that the number counts, if the title does not. */
  countLabel?: ((count: number) => string) | undefined;
  /** Beside the title, for actions of the whole panel. */
  tools?: ReactNode;
  body: ReactNode;
};

export type SlideProps = {
  /** Whether this person turns the pages. */
  mayTurn: boolean;
  /** Lets fingers, a touchpad and double taps enlarge what is inside. */
  Zoomable: ComponentType<{ children: ReactNode }>;
};

export type InkProps = {
  /** Width divided by height of what is drawn over. */
  shape: number;
};

export type InkToolsProps = { mayClear: boolean };

/** The parts that other features add to the stage. The page passes them, so that the stage does not import them. */
export type MeetingParts = {
  sides: readonly SidePanelTab[];
  /** The page of a document that is on the stage. */
  Slide?: ComponentType<SlideProps>;
  /** Always rendered: flying reactions, sounds and announcements. */
  Over?: ComponentType;
};
