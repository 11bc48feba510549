import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { navigate } from '../../routing/navigation.ts';
import { Section } from '../../ui/page/section.tsx';
import { PublicNote } from '../links/public-note.tsx';
import type { SharedRoom } from '../links/shared-room.ts';
import type { Editing } from '../saving/use-draft.ts';
import { AccessOptions, usePlaceText } from './access-options.tsx';
import type { SharedDraft } from './shared-settings.ts';
import { useRemoval } from './use-removal.ts';

type Props<T extends string> = {
  text: Record<T, string>;
  editing: Pick<Editing<SharedDraft>, 'draft' | 'change' | 'errorAt'>;
};

export function NameSection({ text, editing }: Props<'nameTitle' | 'nameText'>) {
  return (
    <Section title={text.nameTitle} text={text.nameText}>
      <TextInput
        aria-label={text.nameTitle}
        autoComplete="off"
        value={editing.draft.name}
        error={editing.errorAt('name')}
        onChange={(event) => editing.change({ name: event.currentTarget.value })}
      />
    </Section>
  );
}

type AccessProps = Pick<SharedRoom, 'kind'> & Props<'accessTitle' | 'accessText'>;

export function AccessSection({ kind, text, editing: { draft, change } }: AccessProps) {
  return (
    <Section title={text.accessTitle} text={text.accessText}>
      <AccessOptions
        kind={kind}
        isLabelHidden
        value={draft.isPublic}
        onChange={(isPublic) => change({ isPublic })}
      />
      {draft.isPublic && <PublicNote kind={kind} />}
    </Section>
  );
}

type RedirectText = 'redirectTitle' | 'redirectText' | 'redirect' | 'redirectHint';

export function RedirectSection({ text, editing }: Props<RedirectText>) {
  return (
    <Section title={text.redirectTitle} text={text.redirectText}>
      <TextInput
        aria-label={text.redirect}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={text.redirectHint}
        value={editing.draft.redirectUrl}
        error={editing.errorAt('redirectUrl')}
        onChange={(event) => editing.change({ redirectUrl: event.currentTarget.value })}
      />
    </Section>
  );
}

type RemovalProps = Pick<Props<'dangerTitle' | 'dangerText'>, 'text'> & {
  place: SharedRoom;
  /** The page that opens after the deletion. */
  next: string;
};

export function RemovalSection({ text, place, next }: RemovalProps) {
  const { remove: label } = usePlaceText(place.kind);
  const { remove, isBusy, shown } = useRemoval(place.kind, () => navigate(next));
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Section title={text.dangerTitle} text={text.dangerText}>
      {shown}
      <div>
        <Button
          ref={button}
          variant="default"
          c="var(--danger-text)"
          loading={isBusy}
          onClick={() => remove(place, () => button.current)}
        >
          {label}
        </Button>
      </div>
    </Section>
  );
}
