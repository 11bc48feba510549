import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** Stands where the children broke; `again` renders them anew. */
  fallback: (again: () => void) => ReactNode;
  onError: (error: unknown) => void;
};

/** Shows the fallback where a part of the page broke, instead of nothing at all. */
export class ErrorBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  readonly #again = (): void => this.setState({ isBroken: false });

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback(this.#again) : this.props.children;
  }
}
