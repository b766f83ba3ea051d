import type { LucideIcon } from "lucide-react";
import { Popover } from "radix-ui";
import { type ChangeEvent, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from "react";
import { cx } from "./cx";
import { Field, type FieldProps, inputClass } from "./Field";
import { useEchoedText } from "./hooks";

export interface ComboOption {
  id: string;
  label: string;
  hint?: string;
  /** Shown at the right, such as a price. */
  trailing?: ReactNode;
}

type TextBox = HTMLInputElement | HTMLTextAreaElement;

type ComboboxProps = FieldProps & {
  id?: string;
  /** The text in the box, reported at most one frame late; the caller filters `options` by it. */
  value: string;
  onValueChange: (text: string) => void;
  options: ComboOption[];
  onSelect: (option: ComboOption) => void;
  /** A last row that is always present, such as 'New customer'. */
  action?: { label: string; icon?: LucideIcon; onSelect: () => void };
  /** Shown when nothing matches and there is no action. */
  emptyText?: string;
  placeholder?: string;
  disabled?: boolean;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent<TextBox>) => void;
  inputClassName?: string;
  /** A long text wraps to another row instead of being cut off; it remains one paragraph. */
  grows?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/**
 * A text box with suggestions. Arrow keys move through them and Enter chooses one; if only the action is
 * offered, Enter chooses it directly. Escape closes the list and leaves the text; free text is always
 * allowed. The list opens on typing, on Arrow Down, and on focus when `value` is empty.
 */
export function Combobox({
  label,
  hideLabel,
  help,
  error,
  optional,
  className,
  id,
  value,
  onValueChange,
  options,
  onSelect,
  action,
  emptyText,
  placeholder,
  disabled,
  onBlur,
  onKeyDown,
  inputClassName,
  grows = false,
  ref,
}: ComboboxProps) {
  const [text, setEcho] = useEchoedText(value);
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const count = options.length + (action ? 1 : 0);
  const isListShown = open && !disabled && (count > 0 || (emptyText !== undefined && text.trim() !== ""));

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const selectAt = (index: number) => {
    const option = options[index];
    close();
    if (option) onSelect(option);
    else if (index === options.length) action?.onSelect();
  };
  const handleKeyDown = (event: KeyboardEvent<TextBox>) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isListShown) setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (count > 0) setActive((at) => (at < 0 ? (step > 0 ? 0 : count - 1) : (at + step + count) % count));
      return;
    }
    // If the action is the only row, Enter means that. Suggestions need an arrow key first, since the typed
    // text itself may be intended.
    const isOnly = options.length === 0 && action !== undefined && event.currentTarget.value.trim() !== "";
    const chosenIndex = active < 0 && isOnly ? 0 : active;
    if (event.key === "Enter" && isListShown && chosenIndex >= 0) {
      event.preventDefault();
      selectAt(chosenIndex);
      return;
    }
    if (event.key === "Escape" && isListShown) {
      event.preventDefault();
      event.stopPropagation();
      close();
      return;
    }
    if (event.key === "Tab") close();
    onKeyDown?.(event);
  };
  const getRowId = (index: number) => `${listId}-${index}`;
  const boxProps = {
    autoComplete: "off",
    "aria-controls": isListShown ? listId : undefined,
    "aria-autocomplete": "list",
    "aria-activedescendant": isListShown && active >= 0 ? getRowId(active) : undefined,
    value: text,
    placeholder,
    disabled,
    onChange: ({ target }: ChangeEvent<TextBox>) => {
      const typed = grows ? target.value.replace(/\s*\n\s*/g, " ") : target.value;
      setEcho(typed);
      onValueChange(typed);
      setOpen(true);
      setActive(-1);
    },
    onFocus: () => text === "" && setOpen(true),
    onClick: () => setOpen(true),
    onBlur: () => {
      close();
      onBlur?.();
    },
    onKeyDown: handleKeyDown,
  } as const;

  return (
    <Popover.Root open={isListShown} onOpenChange={(next) => !next && close()}>
      <Field {...{ label, hideLabel, help, error, optional, className, id }}>
        {(wiring) => (
          <Popover.Anchor asChild>
            {grows ? (
              // A textarea may not have the role combobox (ARIA in HTML), so it is a text box with
              // suggestions.
              <textarea
                {...wiring}
                {...boxProps}
                aria-haspopup="listbox"
                rows={1}
                enterKeyHint="next"
                className={cx(
                  inputClass,
                  "field-sizing-content block min-h-control resize-none py-control leading-6",
                  inputClassName,
                )}
              />
            ) : (
              <input
                {...wiring}
                {...boxProps}
                ref={ref}
                type="text"
                role="combobox"
                aria-expanded={isListShown}
                className={cx(inputClass, "h-control", inputClassName)}
              />
            )}
          </Popover.Anchor>
        )}
      </Field>
      <Popover.Portal>
        <Popover.Content
          // The list inside is announced by itself; the popover isn't a dialog.
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.preventDefault()}
          // Keeps the focus in the box: pressing a row must not blur it first.
          onMouseDown={(event) => event.preventDefault()}
          className="z-50 w-(--radix-popover-trigger-width) min-w-[min(16rem,var(--radix-popover-content-available-width))] animate-rise overflow-hidden rounded-lg border border-line bg-paper shadow-float"
        >
          <div
            id={listId}
            role="listbox"
            aria-label={label}
            className="max-h-[min(18rem,var(--radix-popover-content-available-height))] overflow-y-auto p-1.5"
          >
            {options.map((option, index) => (
              <ComboboxOption
                key={option.id}
                id={getRowId(index)}
                active={index === active}
                onPress={() => selectAt(index)}
              >
                <span className="min-w-0 flex-1">
                  <span className="line-clamp-3 break-words font-medium text-ink">{option.label}</span>
                  {option.hint ? (
                    <span className="line-clamp-2 break-words text-quiet text-sm">{option.hint}</span>
                  ) : null}
                </span>
                {option.trailing}
              </ComboboxOption>
            ))}
            {count === 0 && emptyText ? <p className="px-3 py-2.5 text-quiet">{emptyText}</p> : null}
            {action ? (
              <ComboboxOption
                id={getRowId(options.length)}
                active={active === options.length}
                onPress={() => selectAt(options.length)}
                separated={options.length > 0}
              >
                {action.icon ? (
                  <action.icon aria-hidden size={20} strokeWidth={1.75} className="text-accent" />
                ) : null}
                <span className="font-semibold text-ink">{action.label}</span>
              </ComboboxOption>
            ) : null}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ComboboxOption({
  id,
  active,
  separated = false,
  onPress,
  children,
}: {
  id: string;
  active: boolean;
  separated?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      onClick={onPress}
      ref={(node) => {
        if (active) node?.scrollIntoView({ block: "nearest" });
      }}
      className={cx(
        "flex min-h-12 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 hover:bg-hover",
        active && "bg-hover",
        separated && "mt-1.5 border-line border-t first:border-0",
      )}
    >
      {children}
    </div>
  );
}
