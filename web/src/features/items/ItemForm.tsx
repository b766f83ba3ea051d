import { useQuery } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import type { LabourUnit } from "../../api/generated/LabourUnit";
import { useSave } from "../../api/useSave";
import { emptyItem, type Item, type ItemInput, itemFields, itemInput } from "../../entities/items/item";
import { useCreateItem, useUpdateItem } from "../../entities/items/mutations";
import { profilesQuery } from "../../entities/profiles/queries";
import { type Keeping, useKeepTyping } from "../../offline/typed/useTyped";
import { Banner } from "../../ui/Banner";
import { Button } from "../../ui/Button";
import { Switch } from "../../ui/Checkbox";
import { FigureInput } from "../../ui/FigureInput";
import { LeaveGuard } from "../../ui/LeaveGuard";
import { ActionBar } from "../../ui/PageHeader";
import { SelectField } from "../../ui/SelectField";
import { Segmented } from "../../ui/Tabs";
import { TextArea, TextField } from "../../ui/TextField";
import { CategoryField } from "./CategoryField";
import { ItemPricing } from "./ItemPricing";
import { vatChoices, vatValue } from "./vat-choices";

const units: { value: LabourUnit; label: string }[] = [
  { value: "hours", label: "Hours" },
  { value: "days", label: "Days" },
];

const costTypes: { value: ItemInput["costType"]; label: string }[] = [
  { value: "materials", label: "Materials" },
  { value: "labour", label: "Labour" },
];

export function ItemForm({
  item,
  keeping,
  onSaved,
}: {
  item?: Item;
  /** Where what is typed is kept until it is saved. */
  keeping: Keeping;
  onSaved: (item: Item) => void;
}) {
  const create = useCreateItem();
  const update = useUpdateItem();
  const form = useForm<ItemInput>({
    defaultValues: item ? itemInput(item) : emptyItem(),
  });
  const { register, control, watch, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  useKeepTyping(form, keeping, { isChanged: isDirty });
  const typesWithVat = useQuery(profilesQuery).data?.some((profile) => profile.pricesIncludeVat) ?? false;

  const { save, problem } = useSave({
    what: "item",
    form,
    id: keeping.id,
    fields: itemFields,
    write: (id, input) => (item ? update.mutateAsync({ item, input }) : create.mutateAsync({ id, input })),
    onSaved: (saved) => {
      keeping.done();
      // What was typed is kept: nothing is lost by leaving.
      form.reset(itemInput(saved));
      onSaved(saved);
    },
  });

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-5">
      <LeaveGuard when={isDirty && !isSubmitting} />
      {problem ? (
        <Banner tone="red" live>
          {problem}
        </Banner>
      ) : null}
      <TextField
        label="Name"
        autoComplete="off"
        error={errors.name?.message}
        {...register("name", { validate: (name) => name.trim() !== "" || "Enter the item’s name." })}
      />
      <TextArea
        label="Description"
        optional
        rows={2}
        error={errors.description?.message}
        {...register("description")}
      />
      <ItemPricing form={form} typesWithVat={typesWithVat} />
      <div className="grid gap-4 md:grid-cols-2">
        <Controller
          control={control}
          name="vat"
          render={({ field }) => (
            <SelectField
              label="VAT"
              ref={field.ref}
              value={vatValue(field.value)}
              onChange={(event) =>
                field.onChange(
                  vatChoices(field.value).find(({ value }) => value === event.target.value)?.vat ?? null,
                )
              }
              options={vatChoices(field.value)}
            />
          )}
        />
        <SelectField
          label="For CIS this is"
          options={costTypes}
          error={errors.costType?.message}
          {...register("costType")}
        />
      </div>
      <div className="rounded-lg border border-line px-4 py-2">
        <Controller
          control={control}
          name="includeLabour"
          render={({ field }) => (
            <Switch
              label="Comes with labour"
              help="Adds your time to the line, by the hour or day."
              checked={field.value}
              onCheckedChange={field.onChange}
            />
          )}
        />
        {watch("includeLabour") ? (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-4 pt-3 pb-3">
            <Controller
              control={control}
              name="labourUnitType"
              render={({ field }) => (
                <Segmented
                  label="Labour unit"
                  className="col-span-full"
                  value={field.value}
                  onValueChange={field.onChange}
                  options={units}
                />
              )}
            />
            <FigureInput
              control={control}
              name="labourHours"
              label={watch("labourUnitType") === "days" ? "Days" : "Hours"}
            />
            <FigureInput
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
        <TextField
          label="Merchant’s code"
          optional
          autoComplete="off"
          help="From the price list you buy from."
          error={errors.code?.message}
          {...register("code")}
        />
      </div>
      <Controller
        control={control}
        name="favourite"
        render={({ field }) => (
          <Switch
            label="Favourite"
            help="Shown at the top of this list, and suggested first on a line."
            checked={field.value}
            onCheckedChange={field.onChange}
          />
        )}
      />
      <ActionBar>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving…">
          {item ? "Save changes" : "Save item"}
        </Button>
      </ActionBar>
    </form>
  );
}
