/** What stands beside a figure that rests on what was not read where it is made, and beside no other. */
export const CHECK_WITH_ACCOUNTANT = "Check with your accountant";
