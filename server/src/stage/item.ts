/** The item under the screens: nothing, or the page of a document. */
export type StageBase =
  | { base: 'none'; documentId: null; page: null }
  | { base: 'page'; documentId: string; page: number };

export const noBase: StageBase = { base: 'none', documentId: null, page: null };

/** The stage of a room: the item that it shows, and the screens that may return to it. */
export type StageState = StageBase & {
  /** The participants who share a screen, the newest last. */
  screens: readonly string[];
  /** The one of them whose screen covers the base; null: none. */
  screenOf: string | null;
};

export const emptyStage: StageState = { ...noBase, screens: [], screenOf: null };

/** A screen that begins takes the stage. One that goes on, for example after a pause, changes nothing. */
export const beginScreen = (stage: StageState, participantId: string): StageState =>
  stage.screens.includes(participantId)
    ? stage
    : { ...stage, screens: [...stage.screens, participantId], screenOf: participantId };

/** After the screen on the stage the newest other one returns, or else the base. */
export function endScreen(stage: StageState, participantId: string): StageState {
  const screens = stage.screens.filter((other) => other !== participantId);
  const screenOf = stage.screenOf === participantId ? (screens.at(-1) ?? null) : stage.screenOf;
  return { ...stage, screens, screenOf };
}

export const endAllScreens = (stage: StageState): StageState => ({ ...stage, screens: [], screenOf: null });

/** An item that a moderator puts takes the stage from a screen, which goes on in a tile. */
export const putBase = ({ screens }: StageState, base: StageBase): StageState => ({
  ...base,
  ...{ screens, screenOf: null },
});

/** The base ends, for example because its document is deleted. A screen over it stays. */
export const endBase = ({ screens, screenOf }: StageState): StageState => ({ ...noBase, screens, screenOf });

/** @returns undefined if the participant shares no screen */
export const putScreen = (stage: StageState, participantId: string): StageState | undefined =>
  stage.screens.includes(participantId) ? { ...stage, screenOf: participantId } : undefined;

export const isSameItem = (a: StageState, b: StageState): boolean =>
  a.documentId === b.documentId && a.page === b.page && a.screenOf === b.screenOf;
