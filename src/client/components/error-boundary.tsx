import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** When this changes, what failed is tried again. */
  readonly resetOn: string;
  readonly failed: (error: unknown) => ReactNode;
}

interface State {
  readonly failed: boolean;
  readonly error?: unknown;
}

/** Keeps the failure of one part from taking the rest of the page along. */
export class Boundary extends Component<Props, State> {
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
