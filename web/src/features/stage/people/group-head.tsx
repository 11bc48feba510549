import { type ReactNode, useRef } from 'react';
import { Row } from '../../../ui/layout/layout.tsx';
import { useOwnPerson } from '../call-context.ts';
import { SmallButton } from './small-button.tsx';

type Props = {
  /** Icons have no line of text. */
  align?: 'baseline' | 'center';
  action: string;
  onAction: () => void;
  children: ReactNode;
};

/** The head of what many people gave, with a button for moderators that ends it for all. */
export function GroupHead({ align = 'baseline', action, onAction, children }: Props) {
  const me = useOwnPerson();
  const opener = useRef<HTMLButtonElement>(null);
  const end = (): void => {
    // The button disappears with what it ends.
    opener.current?.closest('aside')?.querySelector<HTMLElement>('h2')?.focus();
    onAction();
  };
  return (
    <Row wrap align={align} justify="between" pe="sm" tall={40}>
      {children}
      {me.role === 'moderator' && (
        <SmallButton ref={opener} onClick={end}>
          {action}
        </SmallButton>
      )}
    </Row>
  );
}
