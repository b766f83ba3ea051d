import type { ReactNode } from "react";

/** The check's place while it is not there: the same size, so that nothing jumps. */
export function CaptchaFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-[78px] w-[304px] max-w-full items-center gap-3 rounded-md border border-line bg-paper px-4">
      {children}
    </div>
  );
}
