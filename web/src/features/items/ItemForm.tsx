import { useQuery } from "@tanstack/react-query";
import { type Control, Controller, useController } from "react-hook-form";
import type { LabourUnit } from "../../api/generated/LabourUnit";
import { RecordForm } from "../../entities/forms/RecordForm";
import { useRecordForm } from "../../entities/forms/useRecordForm";
import {
  createEmptyItem,
  getCategories,
  type Item,
  type ItemInput,
  itemFields,
  toItemInput,
} from "../../entities/items/item";
import { useCreateItem, useUpdateItem } from "../../entities/items/mutations";
import { itemsQuery } from "../../entities/items/queries";
import { profilesQuery } from "../../entities/profiles/queries";
import type { FormDraftHandle } from "../../offline/form-drafts/useFormDraft";
import { REDUCED_VAT_RATE, STANDARD_VAT_RATE, ZERO_VAT_RATE } from "../../rules/rates";
import { Card } from "../../ui/Card";
import { Combobox } from "../../ui/Combobox";
import { foldText } from "../../ui/fold-text";
import {
  FormNumberField,
  FormSegmentedControl,
  FormSelectField,
  FormSwitch,
  FormTextArea,
  FormTextField,
} from "../../ui/form-fields";
import { SelectField } from "../../ui/SelectField";
import { ItemPricing } from "./ItemPricing";

/** The category of an item: an existing one or a new one. */
export function CategoryField({ control }: { control: Control<ItemInput> }) {
  const { field, fieldState } = useController({ control, name: "category" });
  const items = useQuery(itemsQuery).data ?? [];
  const typed = foldText(field.value.trim());
  const options = getCategories(items)
    .filter((name) => name !== field.value && foldText(name).includes(typed))
    .map((name) => ({ id: name, label: name }));
  return (
    <Combobox
      label="Category"
      optional
      help="Such as Heating, or Second fix."
      ref={field.ref}
      value={field.value}
      onValueChange={field.onChange}
      onBlur={field.onBlur}
      options={options}
      onSelect={({ label }) => field.onChange(label)}
      error={fieldState.error?.message}
    />
  );
}

type ItemVat = ItemInput["vat"];

const VAT_CHOICES: { value: string; label: string; vat: ItemVat }[] = [
  { value: "", label: "The document’s VAT rate", vat: null },
  {
    value: STANDARD_VAT_RATE,
    label: `${STANDARD_VAT_RATE}% standard rate`,
    vat: { treatment: "taxable", rate: STANDARD_VAT_RATE },
  },
  {
    value: REDUCED_VAT_RATE,
    label: `${REDUCED_VAT_RATE}% reduced rate`,
    vat: { treatment: "taxable", rate: REDUCED_VAT_RATE },
  },
  {
    value: ZERO_VAT_RATE,
    label: `${ZERO_VAT_RATE}% zero rate`,
    vat: { treatment: "taxable", rate: ZERO_VAT_RATE },
  },
  {
    value: "reverse",
    label: `Reverse charge ${STANDARD_VAT_RATE}%`,
    vat: { treatment: "reverseCharge", rate: STANDARD_VAT_RATE },
  },
  { value: "exempt", label: "Exempt", vat: { treatment: "exempt", rate: "0" } },
  { value: "outside", label: "No VAT", vat: { treatment: "outsideScope", rate: "0" } },
];

const isSameVat = (a: ItemVat, b: ItemVat) =>
  a === b || (a !== null && b !== null && a.treatment === b.treatment && a.rate === b.rate);

/** The choices of VAT for an item, including the item's own rate if it isn't one of the usual ones. */
export function listVatChoices(current: ItemVat) {
  if (VAT_CHOICES.some(({ vat }) => isSameVat(vat, current)) || current === null) return VAT_CHOICES;
  return [...VAT_CHOICES, { value: "own", label: `${current.rate}%`, vat: current }];
}

/** The value of the choice that matches an item's VAT. */
export function findVatChoiceValue(current: ItemVat): string {
  return listVatChoices(current).find(({ vat }) => isSameVat(vat, current))?.value ?? "";
}

const LABOUR_UNITS: { value: LabourUnit; label: string }[] = [
  { value: "hours", label: "Hours" },
  { value: "days", label: "Days" },
];

const COST_TYPES: { value: ItemInput["costType"]; label: string }[] = [
  { value: "materials", label: "Materials" },
  { value: "labour", label: "Labour" },
];

export function ItemForm({
  item,
  draft,
  onSaved,
}: {
  item?: Item;
  /** The draft in which the form's input is stored until it is saved. */
  draft: FormDraftHandle;
  onSaved: (item: Item) => void;
}) {
  const create = useCreateItem();
  const update = useUpdateItem();
  const { form, saving } = useRecordForm({
    recordName: "item",
    values: item ? toItemInput(item) : createEmptyItem(),
    fields: itemFields,
    draft,
    write: (id, input) => (item ? update.mutateAsync({ item, input }) : create.mutateAsync({ id, input })),
    toValues: toItemInput,
    onSaved,
  });
  const { control, watch } = form;
  const hasPricesWithVat = useQuery(profilesQuery).data?.some((profile) => profile.pricesIncludeVat) ?? false;
  return (
    <Card>
      <RecordForm saving={saving} saveLabel={item ? "Save changes" : "Save item"} gap="gap-5">
        <FormTextField
          control={control}
          name="name"
          label="Name"
          autoComplete="off"
          validate={(name) => name.trim() !== "" || "Enter the item’s name."}
        />
        <FormTextArea control={control} name="description" label="Description" optional rows={2} />
        <ItemPricing form={form} hasPricesWithVat={hasPricesWithVat} />
        <div className="grid gap-4 md:grid-cols-2">
          <Controller
            control={control}
            name="vat"
            render={({ field }) => (
              <SelectField
                label="VAT"
                ref={field.ref}
                value={findVatChoiceValue(field.value)}
                onChange={(event) =>
                  field.onChange(
                    listVatChoices(field.value).find(({ value }) => value === event.target.value)?.vat ??
                      null,
                  )
                }
                options={listVatChoices(field.value)}
              />
            )}
          />
          <FormSelectField control={control} name="costType" label="For CIS this is" options={COST_TYPES} />
        </div>
        <div className="rounded-lg border border-line px-4 py-2">
          <FormSwitch
            control={control}
            name="includeLabour"
            label="Comes with labour"
            help="Adds your time to the line, by the hour or day."
          />
          {watch("includeLabour") ? (
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-4 pt-3 pb-3">
              <FormSegmentedControl
                control={control}
                name="labourUnitType"
                label="Labour unit"
                className="col-span-full"
                options={LABOUR_UNITS}
              />
              <FormNumberField
                control={control}
                name="labourHours"
                label={watch("labourUnitType") === "days" ? "Days" : "Hours"}
              />
              <FormNumberField
                control={control}
                name="labourRate"
                label={watch("labourUnitType") === "days" ? "Rate per day" : "Rate per hour"}
                prefix="£"
                placeholder="0.00"
              />
            </div>
          ) : null}
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <CategoryField control={control} />
          <FormTextField
            control={control}
            name="code"
            label="Merchant’s code"
            optional
            autoComplete="off"
            help="From the price list you buy from."
          />
        </div>
        <FormSwitch
          control={control}
          name="favourite"
          label="Favourite"
          help="Shown at the top of this list, and suggested first on a line."
        />
      </RecordForm>
    </Card>
  );
}
