/** A value that is kept in `history.state` of this tab, so that a reload finds it and no address has it. */
export function pageState<T>(key: string) {
  const all = (): Record<string, unknown> =>
    (typeof window === 'undefined' ? null : (window.history.state as Record<string, unknown> | null)) ?? {};
  return {
    read: (): T | undefined => all()[key] as T | undefined,
    /** @param address put into the address bar at the same time */
    write: (value: T, address?: string): void =>
      window.history.replaceState({ ...all(), [key]: value }, '', address),
    forget: (): void => {
      const { [key]: known, ...rest } = all();
      if (known !== undefined) window.history.replaceState(rest, '');
    },
  };
}
