import { cx } from "./cx";

/** A formatted amount ('£1,234.50') with a light pound sign and tabular figures. */
export function Money({ text, className }: { text: string; className?: string }) {
  const at = text.indexOf("£");
  return (
    <span className={cx("whitespace-nowrap tabular-nums", className)}>
      {at < 0 ? (
        text
      ) : (
        <>
          {text.slice(0, at)}
          <span className="font-light">£</span>
          {text.slice(at + 1)}
        </>
      )}
    </span>
  );
}
