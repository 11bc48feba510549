import java from '../../../../../docs/integrators/verify/Verify.java?raw';
import go from '../../../../../docs/integrators/verify/verify.go?raw';
import php from '../../../../../docs/integrators/verify/verify.php?raw';
import python from '../../../../../docs/integrators/verify/verify.py?raw';
import typescript from '../../../../../docs/integrators/verify/verify.ts?raw';

/** Code that verifies a delivery. The guide shows the same files, and tests run them. */
export const samples = [
  { id: 'typescript', name: 'TypeScript', file: 'verify.ts', code: typescript },
  { id: 'python', name: 'Python', file: 'verify.py', code: python },
  { id: 'php', name: 'PHP', file: 'verify.php', code: php },
  { id: 'go', name: 'Go', file: 'verify.go', code: go },
  { id: 'java', name: 'Java', file: 'Verify.java', code: java },
] as const;
