import { Head } from '../../ui/head.tsx';

/** The pages below /groups: which of them, the path says. */
export default function SpacesPages() {
  return <Head title="Groups" />;
}
