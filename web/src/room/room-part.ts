export type RoomPart<T> = { get: () => T; isOpen: boolean; end: () => void };

/**
 * Opens something that may fail, unless it is open from before. A failure is thrown by `get`, inside the part of the
 * page that needs it.
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
