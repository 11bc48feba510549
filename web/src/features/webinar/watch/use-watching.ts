import { type RefObject, useEffect } from 'react';
import { createSteadyClock } from '../../../models/waiting/steady-clock.ts';
import type { WebinarApi } from '../../../models/webinar/api.ts';
import { sessionClock } from '../../../models/webinar/page-clock.ts';
import type { Viewing } from '../../../models/webinar/types.ts';
import { Watching } from '../../../models/webinar/watching.ts';
import type { Webinar } from '../../../models/webinar/webinar.ts';
import { useResource } from '../../../room/use-resource.ts';

type Parts = {
  video: RefObject<HTMLVideoElement | null>;
  viewing: Viewing;
  api: WebinarApi;
  webinar: Webinar;
};

/** Plays and reports a viewing while the component is shown. */
export function useWatching({ video, viewing, api, webinar }: Parts): Watching | undefined {
  const [opened] = useResource(() => open({ video, viewing, api }));
  const watching = opened?.watching;

  useEffect(() => {
    if (!watching) return;
    const { state } = watching.reports;
    const look = (): void => {
      const { isFinished, refusal } = state.get();
      if (refusal !== undefined) webinar.refuse(refusal);
      else if (isFinished) webinar.finish();
    };
    return state.subscribe(look);
  }, [watching, webinar]);

  useEffect(() => {
    // The browser kept the page while the person was elsewhere; its viewing was closed meanwhile.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) webinar.reopen();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [webinar]);

  return watching;
}

function open({ video, viewing, api }: Omit<Parts, 'webinar'>) {
  if (!video.current) throw new Error('the video element is not rendered yet');
  const timers = createSteadyClock();
  const watching = new Watching({
    video: video.current,
    viewing,
    api,
    clock: sessionClock,
    timers: timers.clock,
  });
  watching.start();
  return {
    watching,
    end: () => {
      watching.end();
      timers.end();
    },
  };
}
