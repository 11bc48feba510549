import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** Replaces broken children; `again` renders them again. */
  fallback: (again: () => void) => ReactNode;
  onError: (error: unknown) => void;
  /** Resources of the children: broken children are rendered again when they change. */
  source?: unknown;
  /** Called before `again` renders the children. */
  onAgain?: (() => void) | undefined;
};

/** Shows the fallback instead of broken children. */
export class ErrorBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  /** The elements around the pressed button, innermost first, because the button disappears with its focus. */
  #around: HTMLElement[] = [];

  readonly #again = (): void => {
    this.#around = [];
    for (let at = document.activeElement?.parentElement; at && at !== document.body; at = at.parentElement)
      this.#around.push(at);
    this.props.onAgain?.();
    this.setState({ isBroken: false });
  };

  override componentDidUpdate(before: Props): void {
    if (this.state.isBroken && before.source !== this.props.source) this.setState({ isBroken: false });
    // Keep the focus if a child has taken it.
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const container = isLost ? this.#around.find((element) => element.isConnected) : undefined;
    if (!container) return;
    const again = container.querySelector<HTMLElement>('[data-again]');
    if (!again) container.tabIndex = -1;
    (again ?? container).focus();
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback(this.#again) : this.props.children;
  }
}
