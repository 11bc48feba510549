import classes from './call-ground.module.css';

/** The dark background of the call until its code is loaded. */
export function CallGround() {
  return <div className={classes.ground} aria-busy />;
}
