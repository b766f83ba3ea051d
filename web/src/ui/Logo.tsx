/** The logo without the name: a plumb bob on its chalk line. `onDark` is for dark backgrounds. */
export function LogoMark({ size = 32, onDark = false }: { size?: number; onDark?: boolean }) {
  const line = onDark ? "#FFFFFF" : "#14213D";
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M8 4.5h16" stroke={line} strokeWidth="2.5" strokeLinecap="round" />
      <path d="M16 4.5v11" stroke={line} strokeWidth="1.75" />
      <path
        d="M14.6 14h2.8c.4 0 .7.2.8.6l.3 1.6 2.6 3c.5.6.5 1.4.1 2L16 29.5l-5.2-8.3c-.4-.6-.4-1.4.1-2l2.6-3 .3-1.6c.1-.4.4-.6.8-.6Z"
        fill={onDark ? "#F0814A" : "#C2410C"}
      />
    </svg>
  );
}

/** The logo with the name. */
export function Logo({ onDark = false, size = 28 }: { onDark?: boolean; size?: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark size={size} onDark={onDark} />
      <span className={`font-semibold text-lg tracking-tight ${onDark ? "text-paper" : "text-ink"}`}>
        Plumbline
      </span>
    </span>
  );
}
