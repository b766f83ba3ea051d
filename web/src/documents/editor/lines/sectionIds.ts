const DROP_ID_PREFIX = "section ";

/** What a section is called where lines are dropped; no line has an id with a blank in it. */
export const getSectionDropId = (id: string): string => `${DROP_ID_PREFIX}${id}`;

/** The section that something was dropped on; null where it was a line. */
export const parseSectionDropId = (id: string): string | null =>
  id.startsWith(DROP_ID_PREFIX) ? id.slice(DROP_ID_PREFIX.length) : null;

/** The id of the field for its name. */
export const getSectionFieldId = (id: string): string => `section-${id}-name`;
