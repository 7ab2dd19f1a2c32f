import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** When this changes, what failed is tried again. */
  readonly resetOn: string;
  readonly failed: ReactNode;
}

/** Keeps the failure of one part from taking the rest of the page along. */
export class Boundary extends Component<Props, { readonly failed: boolean }> {
  override state: { readonly failed: boolean } = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate({ resetOn }: Props): void {
    if (resetOn !== this.props.resetOn && this.state.failed) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.failed : this.props.children;
  }
}
