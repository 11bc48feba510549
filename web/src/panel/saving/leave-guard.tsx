import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.ts';
import { guardNavigation, navigate, parseAddress } from '../../routing/navigation.ts';
import { Confirm } from '../../ui/form/confirm.tsx';

type Options = { isOn: boolean; isKept: ((path: string) => boolean) | undefined };

/** Asks before a page with unsaved changes is left by a link, by Back, or by closing the tab. */
export function useLeaveGuard({ isOn, isKept }: Options): ReactNode {
  const text = useText('saving');
  const [wanted, setWanted] = useState<string>();
  const kept = useRef(isKept);
  kept.current = isKept;
  const release = useRef<() => void>(undefined);

  useEffect(() => {
    if (!isOn) return;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    release.current = guardNavigation((to, from) => {
      const { path } = parseAddress(to);
      if (path === parseAddress(from).path || kept.current?.(path)) return true;
      setWanted(to);
      return false;
    });
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      release.current?.();
    };
  }, [isOn]);

  const question =
    wanted === undefined
      ? undefined
      : {
          title: text.leaveTitle,
          text: text.leaveText,
          yes: text.leave,
          act: () => {
            release.current?.();
            navigate(wanted);
          },
          returnTo: () => null,
        };
  return <Confirm question={question} cancel={text.stay} onClose={() => setWanted(undefined)} />;
}
