import { type ReactNode, useEffect, useState } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { navigate } from '../../routing/navigation.ts';
import { PageHead, type Tab, Tabs } from '../../ui/page/head.tsx';
import { ShareRoom } from '../links/share-room.tsx';
import type { SharedRoom } from '../links/shared-room.ts';
import { SaveBar } from '../saving/save-bar.tsx';
import type { Saving } from '../saving/use-draft.ts';
import type { SettingsTab } from './settings-form.ts';

type Props<T extends string> = {
  place: SharedRoom;
  /** The group, at the tab that lists the place. */
  group: { name: string; to: string };
  text: Record<T | 'parts' | 'where' | 'groups' | 'hasFaults', string>;
  parts: readonly T[];
  part: T;
  /** Parts that share the last tab, and have tabs of their own below it. */
  settings?: { label: string; parts: readonly T[] };
  pathOf: (part: T | SettingsTab) => string;
  about: ReactNode;
  /** The button that opens the room or webinar. */
  enter: ReactNode;
  editing: Saving;
  children: ReactNode;
};

/** The page of a room or an automatic webinar: its head, its tabs, and the bar that saves its settings. */
export function PlacePage<T extends string>(props: Props<T>) {
  const { place, group, text, parts, part, settings, pathOf, editing } = props;
  const save = useSaving(props);
  const isFaulty = (name: T): boolean => editing.faultyTabs.some((tab) => tab === name);
  const tabOf = (name: T): Tab => ({
    to: pathOf(name),
    label: text[name],
    isHere: name === part,
    mark: isFaulty(name) ? text.hasFaults : undefined,
  });
  const within = settings?.parts ?? [];
  const [firstSetting] = within;
  const isInSettings = within.includes(part);
  const tabs = parts.filter((name) => !within.includes(name)).map(tabOf);
  if (settings && firstSetting !== undefined) {
    const mark = within.some(isFaulty) ? text.hasFaults : undefined;
    tabs.push({ to: pathOf(firstSetting), label: settings.label, isHere: isInSettings, mark });
  }
  return (
    <>
      <PageHead
        title={place.name}
        crumbs={[{ name: text.groups, to: pages.groups }, group]}
        crumbsLabel={text.where}
        about={props.about}
        actions={
          <>
            {/* The tab of links has a button of its own. */}
            <ShareRoom room={place} leads={part !== 'links'} />
            {props.enter}
          </>
        }
      />
      <Tabs label={text.parts} tabs={tabs} />
      {settings && isInSettings && <Tabs label={settings.label} tabs={within.map(tabOf)} />}
      {props.children}
      <SaveBar
        isChanged={editing.isChanged}
        isBusy={editing.isBusy}
        trouble={editing.trouble}
        isKept={(path) => parts.some((name) => pathOf(name) === path)}
        onSave={() => void save()}
        onDiscard={editing.discard}
      />
    </>
  );
}

/** Saves the settings. After a fault the tab with the first wrong field is shown, and the field gets the focus. */
function useSaving<T extends string>({ editing, part, pathOf }: Props<T>): () => Promise<void> {
  const [jump, setJump] = useState(0);
  useEffect(() => {
    if (jump > 0) document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus();
  }, [jump]);
  return async () => {
    const tab = await editing.save();
    if (tab === undefined) return;
    if (tab !== part) navigate(pathOf(tab));
    setJump((before) => before + 1);
  };
}
