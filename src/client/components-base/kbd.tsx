/** A keyboard key. */
export const Kbd = ({ children }: { readonly children: string }) => <kbd className="kbd">{children}</kbd>;
