import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../kit/storage.ts';
import { pseudoFiles, textFiles } from './compiled/index.ts';
import { knownLanguage, type Language, preferredLanguage } from './languages.ts';
import { loadTextSet, loadTexts, type TextSet, type Texts, textsIn } from './texts.ts';

const storageKey = 'lectern.language';
const listeners = new Set<() => void>();

// The pseudo-language (texts/README.md). The built client does not have it.
if (import.meta.env.DEV) Object.assign(textFiles, pseudoFiles);

let current: Language =
  chosen() ?? ofAddress() ?? preferredLanguage(navigator.languages ?? [navigator.language]);
let wanted = current;
document.documentElement.lang = current;

function chosen(): Language | undefined {
  const stored = readStored(storageKey);
  return stored !== undefined && Object.hasOwn(textFiles, stored) ? (stored as Language) : undefined;
}

/** The language of the link by which the person came (docs/decisions/0216). */
function ofAddress(): Language | undefined {
  return knownLanguage(new URLSearchParams(window.location.search).get('language') ?? '');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Downloads the texts of the first page. Nothing may be rendered before. */
export const loadFirstTexts = (): Promise<void> => loadTextSet(current, 'first');

/** Downloads a set of texts beside the code that needs it: `withTexts('call', import('./meeting.tsx'))`. */
export async function withTexts<T>(set: TextSet, code: Promise<T>): Promise<T> {
  const [part] = await Promise.all([code, loadTextSet(current, set)]);
  return part;
}

export function getLanguage(): Language {
  return current;
}

/**
 * Changes the language of the whole page and remembers it in this browser. Resolves to whether the texts could be
 * downloaded; if not, the page keeps its language.
 */
export async function setLanguage(language: Language): Promise<boolean> {
  wanted = language;
  try {
    await loadTexts(language);
  } catch {
    return false;
  }
  // Another choice may have been made during the download.
  if (wanted !== language) return true;
  current = language;
  document.documentElement.lang = language;
  writeStored(storageKey, language);
  for (const listener of listeners) listener();
  return true;
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, getLanguage);
}

/** The texts of a section in the page's language. */
export function useText<S extends keyof Texts>(section: S): Texts[S] {
  return textsIn(useLanguage(), section);
}
