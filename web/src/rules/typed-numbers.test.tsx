// @vitest-environment window
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { NumberField, type NumberFieldProps } from "../ui/NumberField";
import { loadRules } from "./rules";

// Core reads the numbers here as in the app. The first tests check the time before the rules have loaded.
const rules = vi.hoisted(() => ({ arrive: () => {}, asked: 0 }));
vi.mock("../ui/typed-numbers", async (original) => {
  const real = await original<typeof import("../ui/typed-numbers")>();
  const arrived = new Promise<void>((resolve) => {
    rules.arrive = resolve;
  });
  const loadFiguresBy: typeof real.setNumberReaderLoader = (load) =>
    real.setNumberReaderLoader(async () => {
      rules.asked += 1;
      await arrived;
      return load();
    });
  return { ...real, setNumberReaderLoader: loadFiguresBy };
});

const NOT_A_NUMBER = "This must be a number, such as 12.50.";

beforeAll(async () => {
  await loadRules();
});
afterEach(cleanup);

function NumberFieldOwner({
  begin = "",
  onSent,
  ...props
}: Partial<NumberFieldProps> & { begin?: string; onSent?: () => void }) {
  const [value, setValue] = useState(begin);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSent?.();
      }}
    >
      <NumberField label="Quantity" {...props} value={value} onValueChange={setValue} />
      <output>{value}</output>
      <button type="submit">Save</button>
    </form>
  );
}

const getField = () => screen.getByLabelText<HTMLInputElement>("Quantity");
/** The value that the field's owner has. */
const readHeldValue = () => screen.getByRole("status").textContent;
const typeText = (text: string) => fireEvent.change(getField(), { target: { value: text } });

describe("before the rules are there", () => {
  it("takes plain digits, and holds all else until the rules read it", async () => {
    const onSent = vi.fn();
    render(<NumberFieldOwner onSent={onSent} />);
    fireEvent.focus(getField());
    expect(rules.asked).toBe(1);
    typeText("12.50");
    expect(readHeldValue()).toBe("12.50");
    typeText("-");
    expect(readHeldValue()).toBe("");

    typeText("1/2");
    // Not a number for anyone yet, but not lost.
    expect(Number(readHeldValue())).toBeNaN();
    expect(getField().value).toBe("1/2");
    fireEvent.submit(getField());
    expect(onSent).not.toHaveBeenCalled();
    screen.getByText("We can’t read this yet. Please type it in digits, such as 12.50.");

    rules.arrive();
    await vi.waitFor(() => expect(readHeldValue()).toBe("0.5"));
    expect(getField().getAttribute("aria-invalid")).toBeNull();
    fireEvent.blur(getField());
    expect(getField().value).toBe("0.5");
    fireEvent.submit(getField());
    fireEvent.submit(getField());
    expect(onSent).toHaveBeenCalledOnce();
  });
});

describe("a number", () => {
  it.each([
    ["10%", { prefix: "£" }, ""],
    ["£20", { suffix: "%" }, ""],
    ["20 GBP", { suffix: "%" }, ""],
    ["50%", {}, ""],
    ["£20", {}, ""],
    ["20 gbp", { suffix: "hours" }, ""],
    ["5%", { suffix: "days", whole: true }, ""],
    ["£20", { prefix: "£" }, "20"],
    ["17.5%", { suffix: "%" }, "17.5"],
  ])("%s is accepted only if its unit is the field's (%j)", (text, unit, value) => {
    const onSent = vi.fn();
    render(<NumberFieldOwner {...unit} onSent={onSent} />);
    fireEvent.focus(getField());
    typeText(text);
    if (value !== "") return expect(readHeldValue()).toBe(value);
    expect(Number(readHeldValue())).toBeNaN();
    expect(getField().value).toBe(text);
    screen.getByText("whole" in unit ? "This must be a whole number." : NOT_A_NUMBER);
    fireEvent.submit(getField());
    expect(onSent).not.toHaveBeenCalled();
  });

  it.each([
    ["1/2", "0.5", "0.5"],
    ["½", "0.5", "0.5"],
    ["1½", "1.5", "1.5"],
    ["1k", "1000", "1000"],
    ["(15.00)", "-15.00", "-15.00"],
    ["1,200.50", "1200.50", "1200.50"],
    ["1.234,50", "1234.50", "1234.50"],
    ["12,50", "12.50", "12.50"],
    ["−5.5", "-5.5", "-5.5"],
    ["9.975", "9.975", "9.975"],
    ["1 000", "1000", "1000"],
    ["1,5", "1.5", "1.5"],
    ["+5", "5", "5"],
    [".5", "0.5", "0.5"],
    ["12.", "12", "12"],
    ["-", "", ""],
  ])("%s is read as %s, and shown in full on leaving the field", (text, value, shown) => {
    render(<NumberFieldOwner />);
    fireEvent.focus(getField());
    typeText(text);
    expect(readHeldValue()).toBe(value);
    // As it was typed, until then.
    expect(getField().value).toBe(text);
    expect(getField().getAttribute("aria-invalid")).toBeNull();
    fireEvent.blur(getField());
    expect(getField().value).toBe(shown);
  });

  it.each([
    "10-12",
    "6:20",
    "1e3",
    "2 x 45",
    "1.200.50",
    "ten",
    "1,2,3",
    "1/3",
    "12p",
    "5-",
    "1..2",
    "0x10",
    "NaN",
    "∞",
    "٣",
  ])("%s is refused, stays as it was typed and is not sent", async (text) => {
    const onSent = vi.fn();
    render(<NumberFieldOwner onSent={onSent} />);
    fireEvent.focus(getField());
    typeText(text);
    fireEvent.blur(getField());
    screen.getByText(NOT_A_NUMBER);
    expect(getField().getAttribute("aria-invalid")).toBe("true");
    expect(getField().value).toBe(text);
    // Nothing calculates with it: neither JavaScript nor core, which would read `1e3` as 1000.
    expect(Number(readHeldValue())).toBeNaN();
    const { calculate } = await loadRules();
    expect(() => calculate({ items: [{ id: "a", quantity: readHeldValue(), price: "10" }] })).toThrow();

    fireEvent.submit(getField());
    expect(onSent).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(getField());

    typeText("12");
    expect(screen.queryByText(NOT_A_NUMBER)).toBeNull();
    fireEvent.submit(getField());
    expect(onSent).toHaveBeenCalledOnce();
  });

  it("in pounds gets its pence and thousands separators on leaving the field", () => {
    render(<NumberFieldOwner prefix="£" />);
    fireEvent.focus(getField());
    typeText("1k");
    fireEvent.blur(getField());
    expect([readHeldValue(), getField().value]).toEqual(["1000", "1,000.00"]);
  });

  it("restored from a closed page is checked again", () => {
    render(<NumberFieldOwner begin="?6:20" />);
    expect(getField().value).toBe("6:20");
    screen.getByText(NOT_A_NUMBER);
  });
});

it.each(["1.5", "-5", "½", "10-12"])("%s is not a whole number", (text) => {
  render(<NumberFieldOwner whole />);
  expect(getField().inputMode).toBe("numeric");
  typeText(text);
  screen.getByText("This must be a whole number.");
  expect(Number(readHeldValue())).toBeNaN();
  typeText("1,000");
  expect(readHeldValue()).toBe("1000");
});

describe("a number shown in other digits than were typed", () => {
  it.each([
    ["1/2", "0.50"],
    ["½", "0.50"],
    ["1k", "1,000.00"],
    ["12,50", "12.50"],
    ["(15)", "-15.00"],
    ["0,125", "0.125"],
  ])("%s is shown in full before a form is sent with it: %s", async (text, expected) => {
    const onSent = vi.fn();
    const user = userEvent.setup();
    render(<NumberFieldOwner prefix="£" onSent={onSent} />);
    await user.type(getField(), `${text}{Enter}`);
    expect(onSent).not.toHaveBeenCalled();
    expect(getField().value).toBe(expected);
    screen.getByText(`We read this as ${expected}. If that is right, press again.`);
    await user.keyboard("{Enter}");
    expect(onSent).toHaveBeenCalledOnce();
  });

  it("is shown before the button that is pressed straight from the field sends it", async () => {
    const onSent = vi.fn();
    const user = userEvent.setup();
    render(<NumberFieldOwner prefix="£" onSent={onSent} />);
    await user.type(getField(), "1/2");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(onSent).not.toHaveBeenCalled();
    expect(getField().value).toBe("0.50");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(onSent).toHaveBeenCalledOnce();
  });

  it("is shown again where it was typed again", async () => {
    const onSent = vi.fn();
    const user = userEvent.setup();
    render(<NumberFieldOwner prefix="£" onSent={onSent} />);
    await user.type(getField(), "1/2{Enter}");
    await user.clear(getField());
    expect(screen.queryByText(/^We read this as/)).toBeNull();
    await user.type(getField(), "1/4{Enter}");
    expect(onSent).not.toHaveBeenCalled();
    expect(getField().value).toBe("0.25");
  });

  it("asks nothing once the field was left for another", async () => {
    const onSent = vi.fn();
    const user = userEvent.setup();
    render(
      <>
        <NumberFieldOwner onSent={onSent} />
        <input aria-label="Note" />
      </>,
    );
    await user.type(getField(), "1/2");
    await user.click(screen.getByLabelText("Note"));
    expect(getField().value).toBe("0.5");
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(onSent).toHaveBeenCalledOnce();
  });

  it.each(["12", "12.5", "£1,234.50", "1 234", "+15", "-5", ".5", "12.", "007", "£-5"])(
    "%s is in the digits that were typed, and sent at once",
    async (text) => {
      const onSent = vi.fn();
      const user = userEvent.setup();
      render(<NumberFieldOwner prefix="£" onSent={onSent} />);
      await user.type(getField(), `${text}{Enter}`);
      expect(onSent).toHaveBeenCalledOnce();
    },
  );
});

describe("the sign", () => {
  const turn = () => screen.getByRole("button", { name: "Minus" });

  it("has a button only if a number may be negative", () => {
    render(<NumberFieldOwner />);
    expect(screen.queryByRole("button", { name: "Minus" })).toBeNull();
  });

  it("is changed by a button that names its field and the current sign", async () => {
    const user = userEvent.setup();
    render(<NumberFieldOwner signed begin="15.00" />);
    expect(turn().title).toBe("Switch Quantity between plus and minus");
    const isPressed = () => turn().getAttribute("aria-pressed");
    expect(isPressed()).toBe("false");
    await user.click(turn());
    expect(isPressed()).toBe("true");
    // It also changes when the sign is typed.
    await user.clear(getField());
    expect(isPressed()).toBe("false");
    await user.type(getField(), "(15)");
    expect([readHeldValue(), isPressed()]).toEqual(["-15", "true"]);
    await user.click(turn());
    expect([readHeldValue(), isPressed()]).toEqual(["15", "false"]);
  });

  it.each([
    ["10-12", "-10-12"],
    ["-6:20", "6:20"],
    ["− ten", "ten"],
  ])("of %s, which is not a number, changes in the typed text: %s", async (text, turned) => {
    const user = userEvent.setup();
    render(<NumberFieldOwner signed />);
    await user.type(getField(), text);
    await user.click(turn());
    expect(getField().value).toBe(turned);
    expect(Number(readHeldValue())).toBeNaN();
    screen.getByText(NOT_A_NUMBER);
  });

  it("keeps the decimals that were typed, also of what is shown in other digits", async () => {
    const user = userEvent.setup();
    render(<NumberFieldOwner signed />);
    await user.type(getField(), "1,200.5");
    await user.click(turn());
    expect([readHeldValue(), getField().value]).toEqual(["-1200.5", "-1200.5"]);
    await user.clear(getField());
    await user.type(getField(), "2½");
    await user.click(turn());
    expect(readHeldValue()).toBe("-2.5");
    // The button belongs to the field: it doesn't submit the form, and the field keeps the focus.
    expect(document.activeElement).toBe(getField());
  });

  it("cannot be changed in a disabled field", async () => {
    render(<NumberFieldOwner signed disabled begin="15.00" />);
    expect((turn() as HTMLButtonElement).disabled).toBe(true);
  });

  it("is changed there and back", async () => {
    const user = userEvent.setup();
    render(<NumberFieldOwner signed begin="15.00" />);
    await user.click(turn());
    expect([readHeldValue(), getField().value]).toEqual(["-15.00", "-15.00"]);
    await user.click(turn());
    expect(readHeldValue()).toBe("15.00");
  });

  it("comes before the digits in an empty field", async () => {
    const user = userEvent.setup();
    render(<NumberFieldOwner signed />);
    await user.click(turn());
    expect(document.activeElement).toBe(getField());
    await user.keyboard("12");
    expect([readHeldValue(), getField().value]).toEqual(["-12", "-12"]);
    // The field stays focused while the number is typed.
    await user.click(turn());
    expect(document.activeElement).toBe(getField());
    expect(readHeldValue()).toBe("12");
  });
});
