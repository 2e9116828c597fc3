/** How many links of one note recall looks at: all of them, or the one that matters is lost among a hub's newer ones. */
export const LINKS_OF_NOTE = 10_000;
