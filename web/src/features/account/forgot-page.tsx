import { PageHeader } from '../../ui/page-header.tsx';

export function ForgotPage() {
  return <PageHeader title="Forgot" />;
}
