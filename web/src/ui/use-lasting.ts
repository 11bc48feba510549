import { useEffect, useState } from 'react';

/** True once something has been so for a while: what mends itself in a moment is nobody's business. */
export function useLasting(isSo: boolean, milliseconds: number): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isSo) {
      setLasting(false);
      return;
    }
    const timer = setTimeout(() => setLasting(true), milliseconds);
    return () => clearTimeout(timer);
  }, [isSo, milliseconds]);
  return isSo && isLasting;
}
