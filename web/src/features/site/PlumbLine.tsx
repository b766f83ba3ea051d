/**
 * The line that everything on a page is hung from. The bob stays in the window's lower half while the page goes by, and
 * comes to rest where the page ends; it takes nothing but styles.
 */
export function PlumbLineBackground() {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 left-2 w-0 border-line-strong/35 border-l border-dashed md:left-[max(1rem,calc(50vw-37.5rem))] lg:left-[max(11.5rem,calc(50vw-28rem))]"
    >
      <div className="sticky top-0 h-[64vh] max-h-full">
        <div className="-left-px absolute top-0 bottom-5 w-[1.5px] bg-ink" />
        <svg
          aria-hidden="true"
          viewBox="10 14 12 15.5"
          className="-translate-x-1/2 absolute bottom-0 left-0 h-[15.5px] w-3 lg:h-[31px] lg:w-6"
        >
          <path
            d="M14.6 14h2.8c.4 0 .7.2.8.6l.3 1.6 2.6 3c.5.6.5 1.4.1 2L16 29.5l-5.2-8.3c-.4-.6-.4-1.4.1-2l2.6-3 .3-1.6c.1-.4.4-.6.8-.6Z"
            fill="#C2410C"
          />
        </svg>
      </div>
    </div>
  );
}
