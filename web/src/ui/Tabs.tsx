import { Tabs as RadixTabs, ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx";

/** Underlined tabs with their panels; on a narrow phone the tabs scroll sideways. */
export function Tabs({
  value,
  onValueChange,
  tabs,
  label,
}: {
  value: string;
  onValueChange: (value: string) => void;
  label: string;
  tabs: { value: string; label: string; count?: number; content: ReactNode }[];
}) {
  return (
    <RadixTabs.Root value={value} onValueChange={onValueChange}>
      <RadixTabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px flex min-h-control items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-quiet hover:text-ink focus-visible:outline-offset-[-2px] data-[state=active]:border-ink data-[state=active]:text-ink"
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="rounded-full bg-hover px-2 text-quiet text-xs tabular-nums leading-5">
                {tab.count}
              </span>
            )}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

/**
 * A few exclusive options side by side: hours | days, % | £, a list's filter. They wrap if they don't fit.
 */
export function SegmentedControl<V extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: {
  label: string;
  value: V;
  onValueChange: (value: V) => void;
  options: { value: V; label: string }[];
  className?: string;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onValueChange(chosen.value);
      }}
      className={cx(
        "inline-flex max-w-full flex-wrap rounded-md border border-line bg-canvas p-0.5",
        className,
      )}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="flex min-h-11 flex-auto items-center justify-center rounded-sm border border-transparent px-2 text-center font-medium text-quiet text-sm leading-tight hover:text-ink sm:px-3 focus-visible:outline-offset-[-2px] data-[state=on]:border-line data-[state=on]:bg-paper data-[state=on]:text-ink md:pointer-fine:min-h-9"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
