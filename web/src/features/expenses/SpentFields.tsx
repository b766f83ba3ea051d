import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import type { ExpensePreview } from "../../api/generated/ExpensePreview";
import { profilesQuery } from "../../entities/profiles/queries";
import { REDUCED_VAT_RATE, STANDARD_VAT_RATE, ZERO_VAT_RATE } from "../../rules/rates";
import { useRules } from "../../rules/rules";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Checkbox";
import { Combobox } from "../../ui/Combobox";
import { foldText } from "../../ui/fold-text";
import { FormCheckbox, FormNumberField, FormSegmentedControl, FormSelectField } from "../../ui/form-fields";
import { Money } from "../../ui/Money";
import { SelectField } from "../../ui/SelectField";
import { isUnread } from "../../ui/typed-numbers";
import {
  canBeGoods,
  categoryOptions,
  EXEMPT,
  type ExpenseFormValues,
  findCategory,
  getVehicleOptions,
  goodsOrServiceOptions,
  VEHICLE_CATEGORY,
  vatKindOptions,
} from "./expense";
import { suppliersQuery, vatBusinessesQuery } from "./queries";
import { useExpensePreview } from "./useExpensePreview";

const vatRateOptions = [
  { value: "", label: "No VAT, or not sure" },
  { value: EXEMPT, label: "Exempt: insurance, postage, interest" },
  { value: STANDARD_VAT_RATE, label: `${STANDARD_VAT_RATE}% VAT` },
  { value: REDUCED_VAT_RATE, label: `${REDUCED_VAT_RATE}% VAT` },
  { value: ZERO_VAT_RATE, label: `${ZERO_VAT_RATE}% VAT` },
];

/** The most suppliers to suggest. */
const MAX_SUPPLIERS = 6;

/** The amount paid, the supplier, and the VAT in it. */
export function SpentFields({
  form,
  id,
}: {
  form: UseFormReturn<ExpenseFormValues>;
  id: string | undefined;
}) {
  const { control, watch } = form;
  const { gbp } = useRules();
  const [date, amount, vatRate, category] = watch(["date", "amount", "vatRate", "category"]);
  const vatKind = watch("vatKind");
  const isReverseCharge = vatKind === "reverseCharge" && vatRate !== "";
  const isRegistered = useQuery(profilesQuery).data?.some(({ taxNumber }) => taxNumber !== "") ?? false;
  const { preview } = useExpensePreview(
    amount !== "" && !isUnread(amount) && vatRate !== "" && !isReverseCharge
      ? { id: id ?? null, date, amount, vatRate, mileage: null }
      : null,
  );
  const showsVatKind = vatRate !== "" && (isRegistered || vatKind !== "usual");
  const selectedRate = vatKind === "exempt" && vatRate === "" ? EXEMPT : vatRate;
  const rateOptions = vatRateOptions.some(({ value }) => value === vatRate)
    ? vatRateOptions
    : [...vatRateOptions, { value: vatRate, label: `${vatRate}% VAT` }];
  return (
    <>
      <FormNumberField
        control={control}
        name="amount"
        label="Amount paid"
        signed
        prefix="£"
        placeholder="0.00"
        help={
          isReverseCharge
            ? "Without VAT. Put a minus before a refund."
            : "Including VAT. Put a minus before a refund."
        }
      />
      <ExpenseSupplierField form={form} />
      <FormSelectField
        control={control}
        name="category"
        label="Category"
        options={categoryOptions}
        help={findCategory(category).hint}
      />
      {category === VEHICLE_CATEGORY ? (
        <FormCheckbox
          control={control}
          name="vehicleCost"
          label="Fuel, repairs, insurance or tax for a vehicle"
          help="It doesn’t count in a tax year when you claim a rate per mile."
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={control}
          name="vatRate"
          render={({ field, fieldState }) => (
            <SelectField
              label="VAT included"
              name="vatRate"
              ref={field.ref}
              options={rateOptions}
              error={fieldState.error?.message}
              value={selectedRate}
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
        {vatRate === "" || isReverseCharge ? null : (
          <FormNumberField
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
      {showsVatKind ? (
        <FormSelectField
          control={control}
          name="vatKind"
          label="How the VAT was charged"
          options={vatKindOptions}
          help={
            isReverseCharge
              ? "The subcontractor didn’t charge you VAT: your VAT return adds it."
              : vatKind === "capital"
                ? "At £2,000 or more including VAT you can reclaim it under the flat rate scheme too."
                : undefined
          }
        />
      ) : null}
      {!showsVatKind && vatKind !== "exempt" ? (
        <Checkbox
          label="Equipment I’ll keep for years"
          help="Such as a van, a machine or a scaffold. If you count by invoices (accruals) it isn’t an expense: you claim an allowance for it."
          checked={vatKind === "capital"}
          onCheckedChange={(isCapital) =>
            form.setValue("vatKind", isCapital ? "capital" : "usual", { shouldDirty: true })
          }
        />
      ) : null}
      <GoodsField form={form} />
      <PrivateShareField form={form} />
    </>
  );
}

/** Displayed under the flat rate scheme, whose percentage depends on how much was spent on goods. */
function GoodsField({ form }: { form: UseFormReturn<ExpenseFormValues> }) {
  const [category, vatKind, goodsOrService] = form.watch(["category", "vatKind", "goodsOrService"]);
  const businesses = useQuery(vatBusinessesQuery).data ?? [];
  const isFlat = businesses.some(({ registration }) =>
    registration?.schemes.some(({ flatRate }) => flatRate !== null),
  );
  if (!canBeGoods({ category, vatKind }) || !(isFlat || (goodsOrService ?? "notSaid") !== "notSaid"))
    return null;
  return (
    <FormSelectField
      control={form.control}
      name="goodsOrService"
      label="Goods or a service?"
      options={goodsOrServiceOptions}
      help="Under the flat rate scheme only goods count towards the limited-cost test, not hire, subscriptions or labour."
    />
  );
}

/** The supplier. Choosing an earlier one fills in its category and VAT rate. */
function ExpenseSupplierField({ form }: { form: UseFormReturn<ExpenseFormValues> }) {
  const suppliers = useQuery(suppliersQuery).data ?? [];
  return (
    <Controller
      control={form.control}
      name="supplier"
      render={({ field, fieldState }) => {
        const typed = foldText(field.value.trim());
        const found = suppliers.filter(({ name }) => name !== field.value && foldText(name).includes(typed));
        return (
          <Combobox
            label="Supplier"
            optional
            ref={field.ref}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
            options={found.slice(0, MAX_SUPPLIERS).map(({ name, category }) => ({
              id: name,
              label: name,
              hint: findCategory(category).name,
            }))}
            onSelect={({ label }) => {
              field.onChange(label);
              const known = suppliers.find(({ name }) => name === label);
              if (!known) return;
              form.setValue("category", known.category, { shouldDirty: true });
              form.setValue("vatRate", known.vatRate, { shouldDirty: true });
              // A supplier who charges VAT doesn't sell anything exempt.
              if (known.vatRate !== "" && form.getValues("vatKind") === "exempt")
                form.setValue("vatKind", "usual", { shouldDirty: true });
            }}
          />
        );
      }}
    />
  );
}

/** The private part of an expense. Few expenses have one, so the field appears only on request. */
export function PrivateShareField({ form }: { form: UseFormReturn<ExpenseFormValues> }) {
  const { control, watch, formState } = form;
  const [isOpened, setIsOpened] = useState(false);
  const isVisible = isOpened || watch("privateShare") !== "" || formState.errors.privateShare !== undefined;
  if (!isVisible) {
    return (
      <Button variant="quiet" className="-ml-4 self-start" onClick={() => setIsOpened(true)}>
        Part of this was private
      </Button>
    );
  }
  return (
    <FormNumberField
      control={control}
      name="privateShare"
      label="Private part"
      optional
      suffix="%"
      placeholder="0"
      autoFocus={isOpened}
      className="sm:max-w-56"
      help="Not for the business, so your tax return leaves it out."
    />
  );
}

/**
 * A journey: the vehicle and the distance. The server calculates its amount, with the other journeys of its
 * tax year.
 */
export function MileageFields({
  form,
  id,
}: {
  form: UseFormReturn<ExpenseFormValues>;
  id: string | undefined;
}) {
  const { control, watch } = form;
  const [date, mileage] = watch(["date", "mileage"]);
  const { vehicle, miles } = mileage;
  const { preview, problem, later } = useExpensePreview(
    date !== "" && Number(miles) !== 0 && !isUnread(miles)
      ? { id: id ?? null, date, amount: "", vatRate: "", mileage: { vehicle, miles } }
      : null,
  );
  return (
    <>
      <FormSegmentedControl
        control={control}
        name="mileage.vehicle"
        label="Vehicle"
        options={getVehicleOptions(vehicle)}
      />
      <FormNumberField control={control} name="mileage.miles" label="Miles" suffix="miles" placeholder="0" />
      <MileageAllowance preview={preview} problem={problem} later={later} />
    </>
  );
}

function MileageAllowance({
  preview,
  problem,
  later,
}: {
  preview?: ExpensePreview;
  problem?: string;
  later?: string;
}) {
  const { gbp } = useRules();
  const rate = preview?.mileage;
  return (
    <div aria-live="polite" className="min-h-12 rounded-lg bg-canvas px-4 py-3">
      {preview && rate ? (
        <>
          <p className="flex items-baseline justify-between gap-3">
            <span className="text-quiet">Allowance</span>
            <Money text={gbp(preview.amount)} className="font-semibold text-ink text-lg" />
          </p>
          <p className="text-quiet text-sm">
            {rate.upTo === null
              ? `${rate.first}p a mile.`
              : `${rate.first}p a mile for the first ${rate.upTo.toLocaleString("en-GB")} miles of a tax year, then ${rate.after}p.`}
            {` You have ${Number(rate.before).toLocaleString("en-GB")} miles before this one in ${rate.taxYear}.`}
          </p>
          {rate.confirmed ? null : (
            <p className="mt-1 text-sm text-warn">
              We haven’t checked this rate against HMRC’s own page yet. Please ask your accountant.
            </p>
          )}
        </>
      ) : problem ? (
        <p className="text-bad">{problem}</p>
      ) : (
        <p className="text-quiet">{later ?? "Enter the miles to see what they are worth."}</p>
      )}
    </div>
  );
}
