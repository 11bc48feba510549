import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import type { Fields } from '../../../panel/use-fields.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import type { GroupDraft } from '../model/group-form.ts';
import type { Space } from '../model/types.ts';
import css from './brand-fields.module.css';

type Props = Pick<Fields<GroupDraft>, 'form'> & { space: Space };

/** The logo and the colour of a group. The logo is shown as pages show it, once it is saved. */
export function BrandFields({ form, space }: Props) {
  const text = useText('groups');
  const color = /^#[0-9a-f]{6}$/i.test(form.values.color.trim()) ? form.values.color.trim() : '#4c4fd6';
  return (
    <>
      <TextInput
        {...form.getInputProps('logo')}
        label={text.logo}
        description={text.logoText}
        placeholder="https://school.example/logo.png"
        inputMode="url"
        autoComplete="off"
      />
      {space.logo !== null && <SavedLogo key={space.logo} space={space} />}
      <TextInput
        {...form.getInputProps('color')}
        label={text.color}
        description={text.colorText}
        placeholder="#7a1f3d"
        autoComplete="off"
        leftSection={
          <input
            type="color"
            className={css.color}
            aria-label={text.colorChoice}
            value={color}
            onChange={(event) => form.setFieldValue('color', event.currentTarget.value)}
          />
        }
      />
    </>
  );
}

function SavedLogo({ space }: { space: Space }) {
  const text = useText('groups');
  const api = useApi();
  const [isBroken, setBroken] = useState(false);
  const loaded = useLoaded({
    key: ['brand', space.id, space.logo],
    load: async () => (await api.getBrand({ query: { spaceId: space.id } })).brand?.logoUrl ?? null,
  });
  if (isBroken) {
    return (
      <Text size="md" tone="danger" role="status">
        {text.logoBroken}
      </Text>
    );
  }
  if (!loaded.value) return null;
  return (
    <Row p="md" frame="line" radius="sm" className={css.logo}>
      <img src={loaded.value} alt={text.logoShown(space.name)} height={40} onError={() => setBroken(true)} />
    </Row>
  );
}
