import classes from './call-ground.module.css';

/** The call's dark ground, for the moment before its code is there. */
export function CallGround() {
  return <div className={classes.ground} aria-busy />;
}
