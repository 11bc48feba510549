import { changedKeys, type FaultDetail, faultsByKey } from '../saving/draft.ts';
import type { TextFault } from '../text-rules.ts';

export type SettingsTab = 'general' | 'entry' | 'permissions';

/** How one setting is edited. A form of settings is a list of these (docs/decisions/0175). */
type Setting<P, V, D> = {
  /** The tab on which it is. */
  tab: SettingsTab;
  /** Reads the value from the room or automatic webinar. */
  of: (place: P) => V;
  /** The path of its field in the body of the request, if it is not the setting's name. */
  field?: string;
  /** The value of this field, if it is not the edited one. A draft with a fault is compared and never sent. */
  sent?: (value: V) => unknown;
  /** The fault of the value, or of each of its parts. */
  fault?: (value: V, draft: D) => TextFault | undefined | Record<string, TextFault | undefined>;
  /** The part that shows a refusal of the server; `path` is the path below the field. */
  partAt?: (path: string, value: V) => string | undefined;
};

/** Every setting is compared, sent and kept separately. */
export type Settings<P, D> = { [K in keyof D]: Setting<P, D[K], D> };

/** Where a fault is shown: a setting or a part of one. */
export type FaultKey<D> = (keyof D & string) | `${keyof D & string}.${string}`;
type Faults<D, V> = Partial<Record<FaultKey<D>, V>>;

/** Settings that are edited as the API has them. */
export const settingsAsStored = <K extends string>(tab: SettingsTab, keys: readonly K[]) =>
  Object.fromEntries(
    keys.map((key) => [key, { tab, of: (place: Record<K, unknown>) => place[key] }]),
  ) as unknown as { [N in K]: { tab: SettingsTab; of: <V>(place: Record<N, V>) => V } };

export type SettingsForm<P, D, C> = {
  draftOf: (place: P) => D;
  /** Only the changed settings, so that two people who edit different ones do not undo each other. */
  changesOf: (before: D, after: D) => C;
  faultsOf: (draft: D) => Faults<D, TextFault>;
  /** The server's faults by setting; those of no setting at the name. */
  serverFaults: (details: readonly FaultDetail[], sent: D) => Faults<D, string>;
  tabOf: (key: FaultKey<D>) => SettingsTab;
};

/** The form of the settings of a room or an automatic webinar; `C` is the body that changes them. */
export function settingsForm<P, D extends { name: string }, C extends object>(
  settings: Settings<P, D>,
): SettingsForm<P, D, C> {
  type Key = keyof D & string;
  const keys = Object.keys(settings) as Key[];
  const fieldOf = (key: Key): string => settings[key].field ?? key;

  function changesOf(before: D, after: D): C {
    const changes: Record<string, unknown> = {};
    for (const key of changedKeys(before, after) as Key[]) {
      const { sent } = settings[key];
      const value = sent ? sent(after[key]) : after[key];
      const [field = key, part] = fieldOf(key).split('.');
      // Other settings may have changed other parts of the field.
      changes[field] = part === undefined ? value : { ...(changes[field] as object), [part]: value };
    }
    return changes as C;
  }

  function faultsOf(draft: D): Faults<D, TextFault> {
    const found = keys.flatMap((key) => {
      const fault = settings[key].fault?.(draft[key], draft);
      if (typeof fault !== 'object') return [[key, fault]];
      return Object.entries(fault).map(([part, one]) => [`${key}.${part}`, one]);
    });
    return Object.fromEntries(found.filter(([, fault]) => fault)) as Faults<D, TextFault>;
  }

  function keyAt(path: string, sent: D): FaultKey<D> {
    const isAt = (field: string): boolean =>
      `${path}.`.startsWith(`${field}.`) || field.startsWith(`${path}.`);
    const key = keys.find((one) => isAt(fieldOf(one)));
    if (key === undefined) return 'name';
    const part = settings[key].partAt?.(path.slice(fieldOf(key).length + 1), sent[key]);
    return part === undefined ? key : `${key}.${part}`;
  }

  return {
    draftOf: (place) => Object.fromEntries(keys.map((key) => [key, settings[key].of(place)])) as unknown as D,
    changesOf,
    faultsOf,
    serverFaults: (details, sent) => faultsByKey(details, (path) => keyAt(path, sent)),
    tabOf: (key) => settings[key.split('.')[0] as Key].tab,
  };
}
