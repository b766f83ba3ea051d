const isoDay = (year: number, month: number, number: number) =>
  new Date(Date.UTC(year, month, number)).toISOString().slice(0, 10);

/** The tax months of a tax year, each from a 6th to a 5th. */
export const listTaxMonths = (year: string) =>
  Array.from({ length: 12 }, (_, at) => ({
    from: isoDay(Number(year), 3 + at, 6),
    to: isoDay(Number(year), 4 + at, 5),
  }));
