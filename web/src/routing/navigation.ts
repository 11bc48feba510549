/** The path and what follows it as one string, which is cheap to compare. */
export type PageAddress = { path: string; search: URLSearchParams };

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of [...listeners]) listener();
}

export function currentAddress(): string {
  return `${window.location.pathname}${window.location.search}`;
}

type Guard = (to: string, from: string) => boolean;

const guards = new Set<Guard>();
/** The address that the page shows; it differs from the browser's while a guard holds Back. */
let shown = typeof window === 'undefined' ? '/' : currentAddress();

/**
 * Adds a guard that is asked before another address is shown. Returns a function that removes it. A guard that
 * returns false asks the person itself. Every guard has to agree: parts of a page have drafts of their own.
 */
export function guardNavigation(guard: Guard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

const mayGo = (to: string): boolean => [...guards].every((guard) => guard(to, shown));

function onPop(): void {
  const to = currentAddress();
  if (!mayGo(to)) {
    window.history.pushState(null, '', shown);
    return;
  }
  shown = to;
  notify();
}

if (typeof window !== 'undefined') window.addEventListener('popstate', onPop);

export function watchAddress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function parseAddress(address: string): PageAddress {
  const { pathname, searchParams } = new URL(address, 'https://own.invalid');
  return { path: pathname === '/' ? '/' : pathname.replace(/\/+$/, ''), search: searchParams };
}

export type GoOptions = {
  /** Replaces the current address: Back does not return to it. */
  replace?: boolean;
};

/** Shows another page of ours without loading the document. */
export function navigate(to: string, { replace = false }: GoOptions = {}): void {
  if (!mayGo(to)) return;
  const before = window.location.pathname;
  if (replace) window.history.replaceState(null, '', to);
  else window.history.pushState(null, '', to);
  if (window.location.pathname !== before) window.scrollTo(0, 0);
  shown = currentAddress();
  notify();
}

/** Changes query parameters (filters, a page of a list); empty values are removed. */
export function setQuery(changes: Record<string, string | undefined>, options: GoOptions = {}): void {
  const { path, search } = parseAddress(currentAddress());
  for (const [name, value] of Object.entries(changes)) {
    if (value) search.set(name, value);
    else search.delete(name);
  }
  navigate(search.size > 0 ? `${path}?${search}` : path, { replace: true, ...options });
}
