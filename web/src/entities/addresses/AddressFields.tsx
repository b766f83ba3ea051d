import type { UseFormRegisterReturn } from "react-hook-form";
import { SelectField } from "../../ui/SelectField";
import { TextField } from "../../ui/TextField";
import { type Address, getCountryOptions, tidyPostcode } from "./addresses";

type BindAddressField = (name: keyof Address) => Pick<UseFormRegisterReturn, "name" | "onBlur">;

/**
 * The address fields of a form. `bind` is react-hook-form's `register`; without `country` there is no country
 * field.
 */
export function AddressFields({
  bind,
  errors,
  country,
}: {
  bind: BindAddressField;
  errors: Partial<Record<keyof Address, { message?: string }>>;
  country?: string;
}) {
  const postcode = bind("post_code");
  return (
    <div className="grid gap-4 md:grid-cols-6">
      <TextField
        label="Address"
        optional
        autoComplete="address-line1"
        className="md:col-span-6"
        error={errors.address_line1?.message}
        {...bind("address_line1")}
      />
      <TextField
        label="Address line 2"
        optional
        autoComplete="address-line2"
        className="md:col-span-6"
        error={errors.address_line2?.message}
        {...bind("address_line2")}
      />
      <TextField
        label="Town or city"
        optional
        autoComplete="address-level2"
        className="md:col-span-4"
        error={errors.city?.message}
        {...bind("city")}
      />
      <TextField
        label="Postcode"
        optional
        autoComplete="postal-code"
        autoCapitalize="characters"
        className="md:col-span-2"
        error={errors.post_code?.message}
        {...postcode}
        onBlur={(event) => {
          event.target.value = tidyPostcode(event.target.value);
          // react-hook-form must read the tidied value when the field is left.
          void postcode.onBlur(event);
        }}
      />
      <TextField
        label="County"
        optional
        autoComplete="address-level1"
        className="md:col-span-3"
        error={errors.county?.message}
        {...bind("county")}
      />
      {country === undefined ? null : (
        <SelectField
          label="Country"
          autoComplete="country-name"
          className="md:col-span-3"
          options={getCountryOptions(country)}
          error={errors.country?.message}
          {...bind("country")}
        />
      )}
    </div>
  );
}
