import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** Stands where the children broke; `again` renders them anew. */
  fallback: (again: () => void) => ReactNode;
  onError: (error: unknown) => void;
  /** What the children use: once it is another, those that broke are drawn anew. */
  source?: unknown;
  /** Before they are drawn anew by `again`. */
  onAgain?: (() => void) | undefined;
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

  /** Around the button that was pressed, innermost first: the button goes, and the focus with it. */
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
    // A part that has a better place for the focus took it already.
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
