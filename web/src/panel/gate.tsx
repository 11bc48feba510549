import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { shownEmail } from '../../../contract/email.ts';
import { pages } from '../../../contract/pages.ts';
import { useText } from '../i18n/language.ts';
import { currentAddress, navigate } from '../routing/navigation.ts';
import { withNext } from '../routing/next.ts';
import { StatePage } from '../ui/page/state-page.tsx';
import { useAccount, useAccountState } from './context.ts';
import { QueryScope } from './loading/query-scope.tsx';
import { Shell } from './shell/shell.tsx';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';

type GateProps = {
  children: ReactNode;
  /** Covers the page after the sign-in expired, so that the same person can sign in again. */
  whenEnded: (email: string) => ReactNode;
};

/** Shows the pages to a signed-in person; everybody else goes to the sign-in page and back from there. */
export function Gate({ children, whenEnded }: GateProps) {
  const account = useAccount();
  const state = useAccountState();
  useEffect(() => account.holdEndedSession(), [account]);
  if (state.phase === 'asking') return <ShellSkeleton />;
  if (state.phase === 'away') return <Away />;
  if (state.phase === 'out') return <ToSignIn />;
  // A new person gets new components: nothing that another person read may be shown.
  return (
    <QueryScope key={state.me.id}>
      <Shell>{children}</Shell>
      {state.isEnded && whenEnded(shownEmail(state.me.email))}
    </QueryScope>
  );
}

function ToSignIn() {
  useEffect(() => {
    const here = currentAddress();
    // Show the public start page: this browser remembers no account any more.
    if (here === pages.home) window.location.replace(pages.home);
    else navigate(withNext(pages.signIn, here), { replace: true });
  }, []);
  return <ShellSkeleton />;
}

function Away() {
  const text = useText('shell');
  const account = useAccount();
  return (
    <StatePage
      icon={IconCloudOff}
      tone="warning"
      title={text.awayTitle}
      actions={
        <Button size="md" onClick={() => void account.ask()}>
          {text.again}
        </Button>
      }
    >
      <p>{text.awayText}</p>
    </StatePage>
  );
}
