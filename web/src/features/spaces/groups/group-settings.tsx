import { Button } from '@mantine/core';
import { useRef } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { SaveBar } from '../../../panel/saving/save-bar.tsx';
import { useRequest } from '../../../panel/use-request.ts';
import { navigate } from '../../../routing/navigation.ts';
import { DialogError } from '../../../ui/form/dialog.tsx';
import { useQuestion } from '../../../ui/form/question.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { CopyId } from '../../../ui/parts/copy.tsx';
import { groupChanges, groupDraftOf } from '../model/group-form.ts';
import type { Space } from '../model/types.ts';
import { BrandFields } from './brand-fields.tsx';
import { GroupFields, useGroupForm } from './group-fields.tsx';
import { StorageSection } from './storage-section.tsx';
import { TransferSection } from './transfer-section.tsx';
import { useGroupActions } from './use-group-actions.ts';

type Props = { space: Space; onChanged: (space: Space) => void };

export function GroupSettings({ space, onChanged }: Props) {
  const text = useText('groups');
  return (
    <>
      <GroupForm space={space} onChanged={onChanged} />
      <Text as="div" p="xl 0 0" rule="top">
        <Section title={text.idTitle} text={text.idText}>
          <CopyId value={space.id} label={text.copyId} />
        </Section>
        <StorageSection spaceId={space.id} />
        <TransferSection space={space} onChanged={onChanged} />
        <Danger space={space} />
      </Text>
    </>
  );
}

function GroupForm({ space, onChanged }: Props) {
  const text = useText('groups');
  const api = useApi();
  const before = groupDraftOf(space);
  const { form, submit, onSubmit } = useGroupForm({
    initialValues: before,
    send: async (draft) => {
      const saved = await api.updateSpace({ spaceId: space.id, body: groupChanges(before, draft) });
      onChanged(saved);
      form.setValues(groupDraftOf(saved));
    },
  });
  const element = useRef<HTMLFormElement>(null);

  return (
    <form ref={element} noValidate onSubmit={onSubmit}>
      <Section title={text.aboutTitle} text={text.aboutText}>
        <GroupFields form={form} />
      </Section>
      <Section title={text.brandTitle} text={text.brandText}>
        <BrandFields form={form} space={space} />
      </Section>
      <SaveBar
        isChanged={Object.keys(groupChanges(before, form.values)).length > 0}
        isBusy={submit.isBusy}
        trouble={submit.sentence}
        onSave={() => element.current?.requestSubmit()}
        onDiscard={() => form.setValues(before)}
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
