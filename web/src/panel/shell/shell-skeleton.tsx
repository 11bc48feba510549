import { Logo } from '../../ui/page/logo.tsx';
import { PageSkeleton } from '../../ui/page/states.tsx';
import classes from './shell.module.css';

/** The shell before the account is known. */
export function ShellSkeleton() {
  return (
    <div className={classes.shell} aria-busy>
      <div className={classes.side}>
        <span className={classes.home}>
          <Logo />
        </span>
      </div>
      <header className={classes.bar}>
        <Logo />
      </header>
      <main className={classes.main}>
        <div className={classes.page}>
          <PageSkeleton />
        </div>
      </main>
    </div>
  );
}
