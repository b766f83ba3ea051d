/** How somebody talks of a job on the way back to the van. */
export const FIRST_NOTES =
  "um rip out old boiler fit new 30kw combi in the the airing cupboard then flush the system and fit mag filter, run 22mm pipe to the meter test all rads, allow 8hrs";

/** What the tidier makes of them; a test asks it. */
export const FIRST_TIDY = `• Rip out old boiler
• Fit new 30 kW combi in the airing cupboard
• Flush the system and fit mag filter
• Run 22 mm pipe to the meter
• Test all rads, allow 8 hours`;
