const day = (year: number, month: number, number: number) =>
  new Date(Date.UTC(year, month, number)).toISOString().slice(0, 10);

/** The tax months of a tax year, each from a 6th to a 5th. */
export const monthsOf = (year: string) =>
  Array.from({ length: 12 }, (_, at) => ({
    from: day(Number(year), 3 + at, 6),
    to: day(Number(year), 4 + at, 5),
  }));
