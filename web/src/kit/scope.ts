type Release = () => void;

/** A structural type: LiveKit's emitters, wrapped DOM targets and fakes fit. */
type Emitter<E, L> = { on: (event: E, listener: L) => unknown; off: (event: E, listener: L) => unknown };

/**
 * Owns subscriptions and timers. Everything that must be ended is added here, and the end of the call ends the scope;
 * no model subscribes without one.
 */
export type Scope = {
  add: (release: Release) => void;
  on: <E, L>(emitter: Emitter<E, L>, event: E, listener: L) => void;
  listen: (target: EventTarget, type: string, listener: (event: Event) => void) => void;
  end: () => void;
  readonly ended: boolean;
};

export function createScope(): Scope {
  const releases: Release[] = [];
  let ended = false;
  const add = (release: Release): void => {
    if (ended) release();
    else releases.push(release);
  };
  return {
    add,
    on: (emitter, event, listener) => {
      emitter.on(event, listener);
      add(() => emitter.off(event, listener));
    },
    listen: (target, type, listener) => {
      target.addEventListener(type, listener);
      add(() => target.removeEventListener(type, listener));
    },
    end: () => {
      ended = true;
      for (const release of releases.splice(0).reverse()) release();
    },
    get ended() {
      return ended;
    },
  };
}
