import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../kit/storage.ts';
import { type Dictionary, type Language, languages, type Message, preferredLanguage } from './dictionary.ts';

const storageKey = 'lectern.language';
const listeners = new Set<() => void>();

let current: Language = chosen() ?? preferredLanguage(navigator.languages ?? [navigator.language]);
document.documentElement.lang = current;

function chosen(): Language | undefined {
  const stored = readStored(storageKey);
  return languages.find((language) => language === stored);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getLanguage(): Language {
  return current;
}

/** Changes the language of the whole page and remembers it in this browser. */
export function setLanguage(language: Language): void {
  current = language;
  document.documentElement.lang = language;
  writeStored(storageKey, language);
  for (const listener of listeners) listener();
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, getLanguage);
}

/** The texts of a feature in the language of the page. */
export function useText<T extends Record<string, Message>>(texts: Dictionary<T>): T {
  return texts[useLanguage()] as T;
}
