import { useQuery } from "@tanstack/react-query";
import { Controller, type UseFormReturn } from "react-hook-form";
import { profilesQuery } from "../../entities/profiles/queries";
import { REDUCED, STANDARD, ZERO } from "../../rules/rates";
import { useRules } from "../../rules/rules";
import { Checkbox } from "../../ui/Checkbox";
import { Combobox } from "../../ui/Combobox";
import { FigureInput } from "../../ui/FigureInput";
import { fold } from "../../ui/fold";
import { SelectField } from "../../ui/SelectField";
import { isUnread } from "../../ui/typedFigure";
import {
  categoryChoices,
  categoryOf,
  EXEMPT,
  type ExpenseForm,
  goodsOrServices,
  mayBeGoods,
  VEHICLES,
  vatKinds,
} from "./expense";
import { PrivateField } from "./PrivateField";
import { suppliersQuery, vatBusinessesQuery } from "./queries";
import { usePreview } from "./usePreview";

const rates = [
  { value: "", label: "No VAT, or not sure" },
  { value: EXEMPT, label: "Exempt: insurance, postage, interest" },
  { value: STANDARD, label: `${STANDARD}% VAT` },
  { value: REDUCED, label: `${REDUCED}% VAT` },
  { value: ZERO, label: `${ZERO}% VAT` },
];

/** How many earlier suppliers are suggested. */
const SUGGESTED = 6;

/** What was paid, to whom, and the VAT in it. */
export function SpentFields({ form, id }: { form: UseFormReturn<ExpenseForm>; id: string | undefined }) {
  const { register, control, watch, formState } = form;
  const { errors } = formState;
  const { gbp } = useRules();
  const [date, amount, vatRate, category] = watch(["date", "amount", "vatRate", "category"]);
  const vatKind = watch("vatKind");
  const isReverse = vatKind === "reverseCharge" && vatRate !== "";
  const isRegistered = useQuery(profilesQuery).data?.some(({ taxNumber }) => taxNumber !== "") ?? false;
  const { preview } = usePreview(
    amount !== "" && !isUnread(amount) && vatRate !== "" && !isReverse
      ? { id: id ?? null, date, amount, vatRate, mileage: null }
      : null,
  );
  const asksKind = vatRate !== "" && (isRegistered || vatKind !== "usual");
  const chosen = vatKind === "exempt" && vatRate === "" ? EXEMPT : vatRate;
  const offered = rates.some(({ value }) => value === vatRate)
    ? rates
    : [...rates, { value: vatRate, label: `${vatRate}% VAT` }];
  return (
    <>
      <FigureInput
        control={control}
        name="amount"
        label="Amount paid"
        signed
        prefix="£"
        placeholder="0.00"
        help={
          isReverse
            ? "Without VAT. Put a minus before a refund."
            : "Including VAT. Put a minus before a refund."
        }
      />
      <SupplierField form={form} />
      <SelectField
        label="Category"
        options={categoryChoices}
        help={categoryOf(category).hint}
        error={errors.category?.message}
        {...register("category")}
      />
      {category === VEHICLES ? (
        <Controller
          control={control}
          name="vehicleCost"
          render={({ field }) => (
            <Checkbox
              label="Fuel, repairs, insurance or tax for a vehicle"
              help="It doesn’t count in a tax year when you claim a rate per mile."
              checked={field.value ?? false}
              onCheckedChange={field.onChange}
            />
          )}
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="vatRate"
          render={({ field }) => (
            <SelectField
              label="VAT included"
              name="vatRate"
              ref={field.ref}
              options={offered}
              error={errors.vatRate?.message}
              value={chosen}
              onBlur={field.onBlur}
              onChange={({ target }) => {
                const isExempt = target.value === EXEMPT;
                field.onChange(isExempt ? "" : target.value);
                if (isExempt || vatKind === "exempt")
                  form.setValue("vatKind", isExempt ? "exempt" : "usual", { shouldDirty: true });
              }}
            />
          )}
        />
        {vatRate === "" || isReverse ? null : (
          <FigureInput
            control={control}
            name="vatAmount"
            label="VAT on the receipt"
            optional
            signed
            prefix="£"
            placeholder={preview?.vatAmount ?? "0.00"}
            help={
              preview ? `Leave empty for ${gbp(preview.vatAmount)}.` : "Leave empty and we’ll work it out."
            }
          />
        )}
      </div>
      {asksKind ? (
        <SelectField
          label="How the VAT was charged"
          options={vatKinds}
          help={
            isReverse
              ? "The subcontractor didn’t charge you VAT: your VAT return adds it."
              : vatKind === "capital"
                ? "At £2,000 or more including VAT you can reclaim it under the flat rate scheme too."
                : undefined
          }
          error={errors.vatKind?.message}
          {...register("vatKind")}
        />
      ) : null}
      {!asksKind && vatKind !== "exempt" ? (
        <Checkbox
          label="Equipment I’ll keep for years"
          help="Such as a van, a machine or a scaffold. If you count by invoices (accruals) it isn’t an expense: you claim an allowance for it."
          checked={vatKind === "capital"}
          onCheckedChange={(isKept) =>
            form.setValue("vatKind", isKept ? "capital" : "usual", { shouldDirty: true })
          }
        />
      ) : null}
      <GoodsField form={form} />
      <PrivateField form={form} />
    </>
  );
}

/** Asked under the flat rate scheme, whose percentage hangs on what was spent on goods. */
function GoodsField({ form }: { form: UseFormReturn<ExpenseForm> }) {
  const [category, vatKind, said] = form.watch(["category", "vatKind", "goodsOrService"]);
  const businesses = useQuery(vatBusinessesQuery).data ?? [];
  const isFlat = businesses.some(({ registration }) =>
    registration?.schemes.some(({ flatRate }) => flatRate !== null),
  );
  if (!mayBeGoods({ category, vatKind }) || !(isFlat || (said ?? "notSaid") !== "notSaid")) return null;
  return (
    <SelectField
      label="Goods or a service?"
      options={goodsOrServices}
      help="Under the flat rate scheme only goods count towards the limited-cost test, not hire, subscriptions or labour."
      error={form.formState.errors.goodsOrService?.message}
      {...form.register("goodsOrService")}
    />
  );
}

/** Whom it was paid to. One of earlier brings its category and its VAT. */
function SupplierField({ form }: { form: UseFormReturn<ExpenseForm> }) {
  const suppliers = useQuery(suppliersQuery).data ?? [];
  return (
    <Controller
      control={form.control}
      name="supplier"
      render={({ field, fieldState }) => {
        const typed = fold(field.value.trim());
        const found = suppliers.filter(({ name }) => name !== field.value && fold(name).includes(typed));
        return (
          <Combobox
            label="Supplier"
            optional
            ref={field.ref}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            options={found.slice(0, SUGGESTED).map(({ name, category }) => ({
              id: name,
              label: name,
              hint: categoryOf(category).name,
            }))}
            onSelect={({ label }) => {
              field.onChange(label);
              const known = suppliers.find(({ name }) => name === label);
              if (!known) return;
              form.setValue("category", known.category, { shouldDirty: true });
              form.setValue("vatRate", known.vatRate, { shouldDirty: true });
              // Who charges VAT sells nothing that is exempt.
              if (known.vatRate !== "" && form.getValues("vatKind") === "exempt")
                form.setValue("vatKind", "usual", { shouldDirty: true });
            }}
          />
        );
      }}
    />
  );
}
