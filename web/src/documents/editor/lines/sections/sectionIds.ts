const DROP = "section ";

/** What a section is called where lines are dropped; no line has an id with a blank in it. */
export const sectionDropId = (id: string): string => `${DROP}${id}`;

/** The section that something was dropped on; null where it was a line. */
export const droppedOn = (id: string): string | null => (id.startsWith(DROP) ? id.slice(DROP.length) : null);

/** The id of the field for its name. */
export const sectionFieldId = (id: string): string => `section-${id}-name`;
