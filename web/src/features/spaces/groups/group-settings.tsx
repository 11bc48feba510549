import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { navigate } from '../../../routing/navigation.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { CopyId } from '../../../ui/parts/copy.tsx';
import { groupChanges, groupDraftOf, groupFaults } from '../model/group-form.ts';
import type { Space } from '../model/types.ts';
import { SaveBar } from '../shared/save-bar.tsx';
import { useRequest } from '../shared/use-request.ts';
import { GroupFields } from './group-fields.tsx';
import css from './group-settings.module.css';
import { useGroupActions } from './use-group-actions.ts';

type Props = { space: Space; onChanged: (space: Space) => void };

export function GroupSettings({ space, onChanged }: Props) {
  const text = useText('groups');
  return (
    <>
      <GroupForm space={space} onChanged={onChanged} />
      <div className={css.rest}>
        <Section title={text.idTitle} text={text.idText}>
          <CopyId value={space.id} label={text.copyId} />
        </Section>
        <Danger space={space} />
      </div>
    </>
  );
}

function GroupForm({ space, onChanged }: Props) {
  const text = useText('groups');
  const api = useApi();
  const { act, isBusy, trouble, fault } = useRequest();
  const before = groupDraftOf(space);
  const [draft, setDraft] = useState(before);
  const [isTried, setTried] = useState(false);
  const changes = groupChanges(before, draft);
  const form = useRef<HTMLFormElement>(null);

  async function save(): Promise<void> {
    const saved = await api.updateSpace({ spaceId: space.id, body: changes });
    onChanged(saved);
    setDraft(groupDraftOf(saved));
    setTried(false);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (Object.keys(groupFaults(draft)).length === 0) void act(save);
  }

  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      <Section title={text.aboutTitle} text={text.aboutText}>
        <GroupFields
          draft={draft}
          faults={isTried ? groupFaults(draft) : {}}
          serverFault={fault}
          onChange={setDraft}
        />
      </Section>
      <SaveBar
        isChanged={Object.keys(changes).length > 0}
        isBusy={isBusy}
        trouble={trouble}
        onSave={() => form.current?.requestSubmit()}
        onDiscard={() => setDraft(before)}
      />
    </form>
  );
}

function Danger({ space }: { space: Space }) {
  const text = useText('groups');
  const { ask, asked } = useQuestion();
  const { act, isBusy, trouble } = useRequest();
  const { remove } = useGroupActions({ act, ask, onGone: () => navigate(pages.groups) });
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Section title={text.dangerTitle} text={text.dangerText}>
      <DialogError>{trouble}</DialogError>
      <div>
        <Button
          ref={button}
          variant="default"
          c="var(--danger-text)"
          loading={isBusy}
          onClick={() => void remove(space, () => button.current)}
        >
          {text.remove}
        </Button>
      </div>
      {asked}
    </Section>
  );
}
