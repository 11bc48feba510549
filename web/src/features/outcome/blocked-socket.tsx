import { useEffect, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { findBlockedSocketHost } from '../../models/diagnostics/blocked-socket.ts';

/** Tests the socket, and says so if the network refuses it. */
export function BlockedSocket() {
  const text = useText('outcome');
  const [host, setHost] = useState<string>();
  useEffect(() => {
    let isGone = false;
    const show = (found: string | undefined): void => {
      if (!isGone) setHost(found);
    };
    // Without a response the cause is not known: the page says what may be wrong already.
    findBlockedSocketHost().then(show, () => undefined);
    return () => {
      isGone = true;
    };
  }, []);
  return <p role="status">{host !== undefined && text.socketBlocked(host)}</p>;
}
