import { Tooltip as Radix } from "radix-ui";
import type { FocusEvent, ReactNode } from "react";

/** Tooltips open after 700 ms, or after 300 ms if another was just open. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

/** A short explanation over a control; it must never be the only place with that information. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={handleTriggerFocus}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-fade rounded-md bg-ink px-2.5 py-1.5 text-paper text-sm shadow-float"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * A menu or dialog that closes returns the focus to its button; after a tap, that must not open the tooltip.
 */
function handleTriggerFocus(event: FocusEvent<HTMLElement>) {
  if (!event.target.matches(":focus-visible")) event.preventDefault();
}
