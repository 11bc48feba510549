import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../context.ts';
import { useSubmit } from '../../../use-submit.ts';
import { placeOf, type SharedRoom } from '../../shared-room.ts';
import type { PersonWithLink } from '../model/links-file.ts';
import { sendLinks } from '../model/send-links.ts';

type Done = { sent: number; failed: readonly PersonWithLink[] };

/** Sends the links of a list to the people who have an email address; it ends when the page is left. */
export function useListSending(room: SharedRoom, people: readonly PersonWithLink[]) {
  const api = useApi();
  const wanted = people.filter(({ email }) => email !== '');
  const [{ sent, failed }, setDone] = useState<Done>({ sent: 0, failed: [] });
  const closing = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    closing.current = controller;
    return () => controller.abort();
  }, []);

  const request = useSubmit(async () => {
    const signal = closing.current?.signal;
    if (!signal) return;
    await sendLinks({
      people: wanted.slice(sent + failed.length),
      send: ({ id, email }) => api.sendAccessLink({ ...placeOf(room), linkId: id, body: { email } }),
      pause: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
      onDone: (person, isSent) =>
        setDone((done) =>
          isSent ? { ...done, sent: done.sent + 1 } : { ...done, failed: [...done.failed, person] },
        ),
      signal,
    });
  });
  return { request, all: wanted.length, sent, failed };
}
