import { PageHeader } from '../../ui/page-header.tsx';

/** The pages below /groups: which of them, the path says. */
export default function SpacesPages() {
  return <PageHeader title="Groups" />;
}
