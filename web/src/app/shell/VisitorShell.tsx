import { Outlet } from "react-router";
import { Logo } from "../../ui/Logo";
import { usePageFocus } from "./usePageFocus";

/** The layout of the login and registration pages: the form, next to a drawing and a slogan on desktop. */
export function VisitorShell() {
  usePageFocus();
  return (
    <div className="grid min-h-dvh bg-paper lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <main className="flex flex-col px-5 py-6 md:px-12 md:py-10">
        <div>
          <Logo />
        </div>
        <div className="mx-auto flex w-full max-w-[26rem] flex-1 flex-col justify-start py-10 md:justify-center">
          <Outlet />
        </div>
      </main>
      <aside className="sticky top-0 hidden h-dvh overflow-hidden bg-ink text-paper lg:flex lg:flex-col lg:justify-end lg:p-14">
        <PlumbLineDrawing />
        <p className="relative max-w-md font-semibold text-3xl leading-tight tracking-tight">
          The quote, out before you leave the house.
        </p>
        <p className="relative mt-4 max-w-sm text-lg text-paper/75">
          Quotes and invoices that add up, shared by a link your customer can open on any phone.
        </p>
      </aside>
    </div>
  );
}

function PlumbLineDrawing() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 400 800"
      preserveAspectRatio="xMaxYMin slice"
      className="absolute inset-0 size-full"
      fill="none"
    >
      {Array.from({ length: 9 }, (_, course) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of the drawn wall never change
          key={course}
          d={`M0 ${40 + course * 56}H400${course % 2 ? "M60" : "M120"} ${40 + course * 56}v56m120-56v56${course % 2 ? "m120-56v56" : ""}`}
          stroke="#fff"
          strokeOpacity={0.055}
          strokeWidth="1.5"
        />
      ))}
      <path d="M300 0v150" stroke="#fff" strokeOpacity="0.85" strokeWidth="1.5" />
      <path
        d="M292 326h16c2.500 0 4.500 1.300 5 3.700l2 11 17 20c3.200 3.800 3.200 9.400.6 13.400L300 430l-32.600-55.900c-2.600-4-2.600-9.600.6-13.400l17-20 2-11c.5-2.400 2.500-3.700 5-3.700Z"
        transform="translate(90 -84.2) scale(0.7)"
        fill="#F0814A"
      />
    </svg>
  );
}
