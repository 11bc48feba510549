import { Menu } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { IconButton } from '../../ui/parts/icon-button.tsx';

type Props = { name: string; children: ReactNode; ref?: Ref<HTMLButtonElement> };

/** The menu of further actions on a row. */
export function RowMenu({ name, children, ref }: Props) {
  const text = useText('list');
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      // The action removes the row and its focused button, so the page's heading gets the focus.
      if (own && document.activeElement === own) document.querySelector<HTMLElement>('main h1')?.focus();
    };
  }, []);
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" shadow="lg" width={220}>
      <Menu.Target>
        <IconButton ref={useMergedRef(button, ref)} aria-label={text.more(plainName(name))}>
          <IconDots size={20} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
