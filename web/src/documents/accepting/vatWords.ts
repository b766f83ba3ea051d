/** `Total including VAT`, `£168.00 including VAT`: an amount or its label with what is said of the VAT in it, if any. */
export const appendVatText = (text: string, vat: string | undefined) => (vat ? `${text} ${vat}` : text);
