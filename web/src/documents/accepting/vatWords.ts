/** `Total including VAT`, `£168.00 including VAT`: an amount or its label with what is said of the VAT in it, if any. */
export const withVat = (said: string, vat: string | undefined) => (vat ? `${said} ${vat}` : said);
