import { Menu } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type Ref,
  useContext,
  useLayoutEffect,
  useRef,
} from 'react';
import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { MenuItem } from '../../ui/parts/menu-item.tsx';
import type { ReturnTo } from '../use-confirmed.tsx';

const OpenerContext = createContext<ReturnTo>(() => null);

type Props = { name: string; children: ReactNode; ref?: Ref<HTMLButtonElement> };

/** The menu of further actions on a row. */
export function RowMenu({ name, children, ref }: Props) {
  const text = useText('list');
  const label = text.more(plainName(name));
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
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <IconButton icon={IconDots} ref={useMergedRef(button, ref)} aria-label={label} title={label} />
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </OpenerContext>
  );
}

type ItemProps = Omit<ComponentProps<typeof MenuItem>, 'onClick'> & {
  onClick?: (returnTo: ReturnTo) => void;
};

/** A page or an action in the menu of a row; the action gets what has the focus when its question is closed. */
export function RowMenuItem({ onClick, ...rest }: ItemProps) {
  const returnTo = useContext(OpenerContext);
  return <MenuItem {...rest} onClick={() => onClick?.(returnTo)} />;
}
