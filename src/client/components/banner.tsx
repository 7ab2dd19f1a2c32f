import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import '../styles/banner.css';
import '../styles/messages.css';

export type BannerTone = 'info' | 'warning' | 'danger' | 'success';

/** A message about the whole page or form. Screen readers announce `danger` immediately. */
export function Banner({
  tone = 'info',
  children,
  action,
  element,
}: {
  readonly tone?: BannerTone | undefined;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly element?: string | undefined;
}) {
  const Icon = tone === 'danger' ? CircleAlert : tone === 'warning' ? TriangleAlert : Info;
  return (
    <div className="banner" data-tone={tone} data-element={element} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon size={16} aria-hidden className="banner-icon" />
      <div className="banner-text">{children}</div>
      {action !== undefined && <div className="banner-action">{action}</div>}
    </div>
  );
}
