import classes from './logo.module.css';

/** The logo and the name. */
export function Logo() {
  return (
    <span className={classes.logo}>
      <img src="/icon.svg" alt="" width={28} height={28} />
      <span>Lectern</span>
    </span>
  );
}
