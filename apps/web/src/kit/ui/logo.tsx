/** Knote's logo, in the colours of the theme. */
export function Logo({ className }: { readonly className: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={`shrink-0 ${className}`}>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="2.4" strokeLinecap="round">
        <path d="M11 10.5v11M11.8 16.6l8-6.2M13 17.4l7 4.6" />
      </g>
      <g fill="var(--on-accent)">
        <circle cx="11" cy="9" r="3" />
        <circle cx="11" cy="23" r="3" />
        <circle cx="21.5" cy="9.5" r="3" />
        <circle cx="21.5" cy="22.5" r="3" />
      </g>
    </svg>
  );
}
