import { useEffect, useState } from 'react';
import { useText } from '../i18n/language.ts';

/** Loaded when a connection fails. */
const findHost = async (): Promise<string | undefined> =>
  (await import('../models/diagnostics/blocked-socket.ts')).findBlockedSocketHost();

/**
 * Tests, while a connection fails, whether the network refuses WebSockets, as filters of schools do.
 * @returns what the page says then; undefined until this is known
 */
export function useBlockedSocket(isFailing: boolean): string | undefined {
  const text = useText('faults');
  const [host, setHost] = useState<string>();
  useEffect(() => {
    if (!isFailing) return;
    let isCurrent = true;
    // Without a response the cause is not known: the page already says what may be wrong.
    findHost().then(
      (found) => isCurrent && setHost(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isFailing]);
  return isFailing && host !== undefined ? text.socketBlocked(host) : undefined;
}
