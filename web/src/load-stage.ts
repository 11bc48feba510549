import { type ComponentType, useEffect, useState } from 'react';
import type { StageProps } from './call-contract.ts';

type Stage = ComponentType<StageProps>;

let loaded: Stage | undefined;
let loading: Promise<Stage> | undefined;

/** Fetches the room's code once; after a failure the next call tries again. */
export function loadStage(): Promise<Stage> {
  loading ??= import('./meeting.tsx').then(
    (module) => {
      loaded = module.default;
      return loaded;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * The room's code, at once where it is there. React's own `lazy` would show its fallback first and then hold the
 * content back for 300 ms: a third of a second at the door of every call.
 */
export function useStage(): Stage | undefined {
  const [state, setState] = useState<{ stage?: Stage | undefined; error?: unknown }>({ stage: loaded });
  useEffect(() => {
    if (loaded) return;
    let isCurrent = true;
    loadStage().then(
      (stage) => isCurrent && setState({ stage }),
      (error: unknown) => isCurrent && setState({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  if (state.error) throw state.error;
  return state.stage;
}
