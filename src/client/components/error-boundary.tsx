import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** When this changes, the children are rendered again. */
  readonly resetOn: string;
  readonly failed: (error: unknown) => ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly error?: unknown;
}

/** Error boundary: an error of its children does not affect the rest of the page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error };
  }

  override componentDidUpdate({ resetOn }: Props): void {
    if (resetOn !== this.props.resetOn && this.state.failed) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.failed(this.state.error) : this.props.children;
  }
}
