import { Menu } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconDots, type Icon as TablerIcon } from '@tabler/icons-react';
import { createContext, type ReactNode, type Ref, useContext, useLayoutEffect, useRef } from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { Link } from '../../routing/link.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import type { ReturnTo } from '../use-confirmed.tsx';

const OpenerContext = createContext<ReturnTo>(() => null);

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
    <OpenerContext value={() => button.current}>
      <Menu withInitialFocusPlaceholder={false} position="bottom-end" shadow="lg" width={220}>
        <Menu.Target>
          <IconButton ref={useMergedRef(button, ref)} aria-label={text.more(plainName(name))}>
            <IconDots size={20} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </OpenerContext>
  );
}

type ItemProps = {
  icon: TablerIcon;
  label: string;
  isDanger?: boolean;
} & ({ to: string } | { onClick: (returnTo: ReturnTo) => void });

/** A page or an action in the menu of a row; the action gets what has the focus when its question is closed. */
export function RowMenuItem({ icon: Icon, label, isDanger, ...does }: ItemProps) {
  const opener = useContext(OpenerContext);
  const look = {
    leftSection: <Icon size={18} aria-hidden />,
    ...(isDanger && { color: 'var(--danger-text)' }),
  };
  return 'to' in does ? (
    <Menu.Item component={Link} to={does.to} {...look}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item onClick={() => does.onClick(opener)} {...look}>
      {label}
    </Menu.Item>
  );
}
