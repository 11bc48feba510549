export type RoomPart<T> = { get: () => T; isOpen: boolean; end: () => void };

/**
 * Opens something that may fail, or keeps `before` if that is open. `get` throws the failure inside the component
 * that needs the part.
 */
export function openSafely<T extends { end: () => void }>(open: () => T, before?: RoomPart<T>): RoomPart<T> {
  if (before?.isOpen) return before;
  try {
    const own = open();
    return { get: () => own, isOpen: true, end: () => own.end() };
  } catch (error) {
    return {
      get: () => {
        throw error;
      },
      isOpen: false,
      end: () => undefined,
    };
  }
}

export const ifOpen = <T>(opened: RoomPart<T>): T | undefined => (opened.isOpen ? opened.get() : undefined);
