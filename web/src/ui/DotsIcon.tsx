import { cx } from "./cx";

/**
 * Three dots, the mark of a menu, or two by three, that of a handle to drag by. They are a background: each SVG of a
 * list of a hundred rows is one more thing that the browser sorts into layers at every key that is typed beside it.
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
