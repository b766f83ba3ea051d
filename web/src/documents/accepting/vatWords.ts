/** `Total including VAT`: the label of an amount with what is said of the VAT in it, where there is any. */
export const withVat = (label: string, vat: string | undefined) => (vat ? `${label} ${vat}` : label);
