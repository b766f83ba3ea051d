/** What stands beside a rule that was not read where it is made, and beside no other. */
export const UNCONFIRMED_RULE_NOTE = "Check this before you rely on it";
