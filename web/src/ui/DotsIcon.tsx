import { cx } from "./cx";

/**
 * Three dots as the icon of a menu, or two by three as that of a drag handle. They are drawn as a background:
 * in a list of a hundred rows, each SVG would be one more layer for the browser to sort at every keystroke.
 */
export function DotsIcon({ handle = false }: { handle?: boolean }) {
  return (
    <span aria-hidden className="flex size-5 items-center justify-center">
      <span
        className={cx(
          "h-[18px] bg-[length:5px_6px] bg-[radial-gradient(circle,currentColor_1.3px,transparent_1.8px)]",
          handle ? "w-[10px]" : "w-[5px]",
        )}
      />
    </span>
  );
}
